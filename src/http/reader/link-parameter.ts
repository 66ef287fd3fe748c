/** The query parameter that a shared link carries until it is exchanged for a cookie. */
export const linkParameter = "pass";
