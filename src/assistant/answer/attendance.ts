/** Who reads which of this node's running answers. Readers that came back through another node are not seen. */
export type Attendance = {
  begin(answerId: string, onLeft: () => void): void;
  /** A reader is there until the returned function is called. */
  attend(answerId: string): () => void;
  end(answerId: string): void;
};

type Attended = { readers: number; onLeft(): void; timer: NodeJS.Timeout | undefined };

/** Calls `onLeft` once nobody has read an answer for `graceMs`. */
export function createAttendance(graceMs: number): Attendance {
  const answers = new Map<string, Attended>();

  function leaveAlone(answer: Attended): void {
    answer.timer = setTimeout(() => answer.onLeft(), graceMs);
    answer.timer.unref();
  }

  return {
    begin(answerId, onLeft) {
      const answer: Attended = { readers: 0, onLeft, timer: undefined };
      answers.set(answerId, answer);
      leaveAlone(answer);
    },
    attend(answerId) {
      const answer = answers.get(answerId);
      if (!answer) return () => undefined;
      let here = true;
      answer.readers += 1;
      clearTimeout(answer.timer);
      return () => {
        if (!here) return;
        here = false;
        answer.readers -= 1;
        if (answer.readers === 0 && answers.get(answerId) === answer) leaveAlone(answer);
      };
    },
    end(answerId) {
      clearTimeout(answers.get(answerId)?.timer);
      answers.delete(answerId);
    },
  };
}
