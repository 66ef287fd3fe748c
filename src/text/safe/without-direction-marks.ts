const marks = /[\u202a-\u202e\u2066-\u2069]/;
const allMarks = new RegExp(marks, "g");

/** Without the characters that turn the direction of the text behind them: a title or a link may not show other words than it has. */
export function withoutDirectionMarks(text: string): string {
  return marks.test(text) ? text.replace(allMarks, "") : text;
}
