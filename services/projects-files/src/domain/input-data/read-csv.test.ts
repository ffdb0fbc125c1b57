import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const read = async (content: string | Buffer) => (await readCsv(Buffer.from(content))).lists;

async function refused(content: string | Buffer): Promise<unknown> {
  return read(content).then(
    () => 'taken',
    (error: unknown) => error,
  );
}

const rows = (...lines: readonly (readonly [number, unknown])[]) => ({
  status: 'INVALID_ARGUMENT',
  details: { field: 'file', rows: lines.map(([line, reason]) => ({ line, reason })) },
});
const ab = [
  { name: 'a', values: ['1', '3'] },
  { name: 'b', values: ['2', '4'] },
];

describe('the columns of a CSV file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n3,4\n'],
    ['semicolons', 'a;b\n1;2\n3;4\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n'],
    ['bars', 'a|b\n1|2\n3|4\n'],
    ['line endings of Windows', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['line endings of old Macs', 'a,b\r1,2\r3,4\r'],
    ['line endings of all kinds', 'a,b\r\n1,2\n3,4\r'],
    ['no line ending at its end', 'a,b\n1,2\n3,4'],
    ['empty lines', '\n\na,b\n\n1,2\r\n\r\n3,4\n\n'],
    ['quotes', '"a","b"\n"1","2"\n"3","4"\n'],
    ['spaces around its headers', ' a , b \n1,2\n3,4\n'],
  ])('are lists, with %s', async (_case, content) => {
    expect(await read(content)).toEqual(ab);
  });

  it.each([
    ['a;b\n1,5;2,5\n3,5;4,5\n', ['1,5', '3,5']],
    ['a\nHamburg, Altona\nBerlin\n', ['Hamburg, Altona', 'Berlin']],
    ['a\nHamburg, Altona\nBerlin; Mitte\n', ['Hamburg, Altona', 'Berlin; Mitte']],
    ['a,b\n"x;y;z",1\n"x;y",2\n', ['x;y;z', 'x;y']],
    ['a\none\ntwo', ['one', 'two']],
  ])('keep what only looks like a delimiter: %j', async (content, values) => {
    expect((await read(content))[0]?.values).toEqual(values);
  });

  it('keep delimiters, quotes, line endings and spaces that stand in quotes', async () => {
    const [list] = await read('a,b\r\n"1, ""2""\r\n3\n4 ",x\r\n  5  ,x\r\n');
    expect(list?.values).toEqual(['1, "2"\r\n3\n4 ', '  5  ']);
  });

  it('keep cells of any length, wherever the file is cut while it is read', async () => {
    const values = Array.from({ length: 40 }, (_, at) => '日本語, "'.repeat(1_000 + at));
    const lines = values.map((value) => `"${value.replaceAll('"', '""')}"`);
    expect(await read(['a', ...lines].join('\n'))).toEqual([{ name: 'a', values }]);
  });

  it('may be of different lengths, and have empty cells before their end', async () => {
    expect(await read('a,b,c\n1,,\n,2,\n3,,\n,,\n')).toEqual([
      { name: 'a', values: ['1', '', '3'] },
      { name: 'b', values: ['', '2'] },
      { name: 'c', values: [] },
    ]);
  });

  it('have a value in each row if the rows stay together, apart from rows of empty cells', async () => {
    const { lists } = await readCsv(Buffer.from('a,b,c\n1,,\n,2,\n,,\n3,4,\n,,\n'), { isGrouped: true });
    expect(lists).toEqual([
      { name: 'a', values: ['1', '', '3'] },
      { name: 'b', values: ['', '2', '4'] },
      { name: 'c', values: ['', '', ''] },
    ]);
  });

  it('hold the text of a formula that stands for a text, as spreadsheets export leading zeros', async () => {
    const [list] = await read('a\n"=""00123"""\n"=""say """"x"""""""\n=1+1\n');
    expect(list?.values).toEqual(['00123', 'say "x"', '=1+1']);
  });

  it('may have 100,000 values in all, and not one more', async () => {
    const content = `a,b\n${'1,2\n'.repeat(50_000)}`;
    expect((await read(content)).map(({ values }) => values.length)).toEqual([50_000, 50_000]);
    const more = { status: 'INVALID_ARGUMENT', details: { field: 'file' } };
    expect(await refused(`${content}3,\n`)).toMatchObject(more);
    expect(await refused(`a,b\n${',\n'.repeat(200_000)}3,\n`)).toMatchObject(more);
    expect(await refused(`a\n${`${'x'.repeat(9_000)}\n`.repeat(1_000)}`)).toMatchObject(more);
  });
});

describe('a file that cannot be taken', () => {
  it('is told every line, after quoted line endings too', async () => {
    const content = 'a,b\r\n"x\r\ny",1\r\nonly\r\n\r\n1,2,3\r\n"p\nq",2\r\n';
    expect(await refused(content)).toMatchObject(
      rows([4, 'has 1 cell where the header has 2'], [6, 'has 3 cells where the header has 2']),
    );
  });

  it('is told the lines where no delimiter of its header agrees with any record', async () => {
    const short = 'has 1 cell where the header has 2';
    expect(await refused('a,b\n1\n')).toMatchObject(rows([2, short]));
    expect(await refused('a;b\n1\n2\n')).toMatchObject(rows([2, short], [3, short]));
    expect(await refused('a,b\n1;2\n')).toMatchObject(rows([2, short]));
    expect(await read('"a,b"\n1\n')).toEqual([{ name: 'a,b', values: ['1'] }]);
  });

  it('is told where a quote stands wrongly, and what is wrong after it', async () => {
    const stands = expect.stringContaining('a quote stands inside a cell');
    const short = 'has 1 cell where the header has 2';
    expect(await refused('a,b\n"x"y,1\n2,3\n4\n')).toMatchObject(rows([2, stands], [4, short]));
    expect(await refused('a,b\nx "y" z,1\n2,3\n4\n')).toMatchObject(rows([2, stands], [4, short]));
    const open = 'a quote is opened and not closed';
    expect(await refused('a,b\n1,2\n"x,1\n2,3\n4\n')).toMatchObject(rows([3, open], [5, short]));
  });

  it('is told what is wrong with each header', async () => {
    const long = 'x'.repeat(101);
    expect(await refused(`\n\na,,a, a ,${long},"two\nlines"\n1,2,3,4,5,6\n`)).toMatchObject(
      rows(
        [3, 'column 2 has no name'],
        [3, 'column 3 has the name of column 1'],
        [3, 'column 4 has the name of column 1'],
        [3, 'the name of column 5 has more than 100 characters'],
        [3, 'the name of column 6 has more than one line'],
      ),
    );
    const many = Array.from({ length: 101 }, (_, at) => `c${at.toString()}`).join(',');
    expect(await refused(`${many}\n${many}\n`)).toMatchObject(
      rows([1, 'has 101 columns, of which 100 are the most']),
    );
    expect(await refused('a,"b\n1,2\n')).toMatchObject(rows([1, expect.stringContaining('a quote')]));
  });

  it('is told at most 100 lines', async () => {
    const error = (await refused(`a,b\n1,2\n${'1\n'.repeat(500)}`)) as { details: { rows: unknown[] } };
    expect(error.details.rows).toHaveLength(100);
  });

  it('is told a cell that is too long, in characters', async () => {
    const longest = '𠮷'.repeat(10_000);
    expect(await read(`a\n${longest}\n`)).toEqual([{ name: 'a', values: [longest] }]);
    expect(await refused(`a,b\n1,2\n1,${longest}x\n`)).toMatchObject(
      rows([3, 'column 2 has more than 10,000 characters']),
    );
  });

  it('is told where bytes are no characters, instead of being read as another encoding', async () => {
    const words = 'Größe,Übermut\n'.repeat(20);
    const content = Buffer.concat([
      Buffer.from(`a,b\n${words}x,`),
      Buffer.from([0xfc]),
      Buffer.from('\n1,2\n'),
    ]);
    expect(await refused(content)).toMatchObject(rows([22, 'holds bytes that are no characters']));
    expect((await read('a\n\ufffd\n'))[0]?.values).toEqual(['\ufffd']);
  });

  it.each([
    ['empty', ''],
    ['of empty lines', '\n\r\n\n'],
    ['a header alone', 'a,b\n'],
    ['a header and empty cells', 'a,b\n,\n,\n'],
    ['binary', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])],
  ])('is unprocessable when it is %s', async (_case, content) => {
    expect(await refused(content)).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'UNPROCESSABLE_FILE',
    });
  });
});

describe('the encoding of a file', () => {
  const prices = Buffer.from('item;price\ntea;£3\nbread;£4\n', 'latin1');
  const cities = Buffer.from([...Buffer.from('miasto\n'), 0xa3, 0xf3, 0x64, 0x9f, 0x0a]);

  it('is that of its language when two readings are possible', async () => {
    expect(await readCsv(prices, { language: 'en' })).toMatchObject({
      encoding: 'windows-1252',
      lists: [{ name: 'item' }, { name: 'price', values: ['£3', '£4'] }],
    });
    expect(await readCsv(cities, { language: 'pl' })).toEqual({
      encoding: 'windows-1250',
      lists: [{ name: 'miasto', values: ['Łódź'] }],
    });
  });

  it('is the one that is stated', async () => {
    const options = { language: 'en', encoding: 'windows-1250' };
    expect((await readCsv(prices, options)).lists[1]?.values).toEqual(['Ł3', 'Ł4']);
    await expect(readCsv(prices, { language: 'en', encoding: 'utf-8' })).rejects.toMatchObject(
      rows([2, 'holds bytes that are no characters'], [3, 'holds bytes that are no characters']),
    );
  });

  it('is named for Unicode too', async () => {
    expect(await readCsv(Buffer.from('\ufeffa\n1\n'))).toMatchObject({ encoding: 'utf-8' });
  });
});

describe('a first line with the delimiter, as Excel writes it', () => {
  it.each([
    ['sep=;\r\na;b\r\n1;2\r\n', ['1'], ['2']],
    ['SEP=^\na^b\n1^2\n', ['1'], ['2']],
    ['\ufeffsep=\t\na\tb\n1\t2\n', ['1'], ['2']],
  ])('%j', async (content, a, b) => {
    expect(await read(content)).toEqual([
      { name: 'a', values: a },
      { name: 'b', values: b },
    ]);
  });

  it('counts as a line', async () => {
    expect(await refused('sep=;\na;b\n1;2;3\n')).toMatchObject(
      rows([3, 'has 3 cells where the header has 2']),
    );
  });
});
