// Backspace takes one key; who empties a line with it does not go on to what is stored.

const KEY = "Backspace";

export class Backspace {
  constructor() {
    /** The field whose whole word was selected, so that typing takes its place. */
    this.offered = null;
    /** Whether this key alone was pressed since it emptied a line. */
    this.isRun = false;
  }

  offer(field) {
    field.select();
    this.offered = field;
  }

  /** A key is pressed; `field` is the line with the cursor, or null. */
  pressed(key, field) {
    const isOffered = field !== null && this.offered === field;
    this.offered = null;
    if (key !== KEY) {
      this.isRun = false;
      return;
    }
    const length = field?.value.length ?? 0;
    if (length > 0) this.isRun = true;
    const isWhole = isOffered && field.selectionStart === 0 && field.selectionEnd === length;
    if (isWhole) field.setSelectionRange(length, length);
  }
}
