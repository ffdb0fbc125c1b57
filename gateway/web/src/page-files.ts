/** The folder of the pages, for the gateway that sends them: sources, or what they are compiled to. */
export const pagesFolder = new URL('.', import.meta.url);
