/** What pdf.js takes from the package it draws with; where there is none it warns whenever it is loaded. */
module.exports = { DOMMatrix: class DOMMatrix {}, Path2D: class Path2D {} };
