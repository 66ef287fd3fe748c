const encoder = new TextEncoder();

/** Text as it is made. Pulled by the reader, so that a slow one holds back nothing but itself. */
export function textStream(
  parts: AsyncGenerator<string>,
  onFault: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The headers have left: all that can be done is to break off, so that nobody takes a part for the whole.
        onFault(error);
        controller.error(error);
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
