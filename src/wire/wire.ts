/** What is a wire? Lines one way, text the other, and an end. */

/** One side of a connection that carries lines. A character is a byte (latin1). */
export interface Wire {
  /** Sends text as it is; lines bring their own newline. Never throws: a closed wire shows when it is read. */
  send(text: string): void;
  /** The next line without its newline; undefined once the other side has closed. A half line at the end is dropped. */
  receive(): Promise<string | undefined>;
  /** Says that nothing more will be sent, and waits until the other side is gone. */
  close(): Promise<void>;
}
