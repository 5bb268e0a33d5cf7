/** The types of browsers, for the page and its worker. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
