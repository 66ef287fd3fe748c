/** What records call the model that comes with Docent. */
export const embeddedModelId = "docent-embedded-1";
