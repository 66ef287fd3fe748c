// What docent.js runs in another Node. A SIGKILL to docent.js cannot be handed on, but it closes the channel between the
// two: then this ends itself, in order, and leaves no server behind that nobody knows of.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();

await import("./start.js");
