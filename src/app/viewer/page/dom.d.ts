/** The page and its worker run in a browser: this brings the types of its functions. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
