// The `code` of every answer, and the reason why the server ends a connection (OP-119). Codes between 400 and 499
// refuse one call; negative ones down to -9 end the session, and the client forgets its login information; lower ones
// are made by the client itself and are never sent. Each is exported separately, so that the SDK bundles only those it
// uses, as numbers.

export const ok = 0

export const malformed = 400
export const notLoggedIn = 401
/** No permission. Polling of a room that is refused so stops (IMC-21, POLL-09). */
export const noPromise = 403
export const missing = 404
export const unknownType = 405
/** It is so already: a friend, a member, an application that was answered. */
export const alreadyDone = 409
export const tooLarge = 413
export const invalidData = 422
export const tooMany = 429

export const notMember = 440
export const silenced = 441
export const allSilenced = 442
export const banned = 443
/** Too soon after the last message; `retryAfterMs` gives the remaining time. */
export const cooldown = 444
/** The text contains a word the site refuses. */
export const wordRefused = 445
/** The group, or a person's list of groups or friends, has as many as it may. */
export const full = 446
/** The other person does not accept messages from this one. */
export const shielded = 447
/** An owner hands the group over or deletes it, and does not leave it. */
export const ownerStays = 448
/** People without an account may read here, but neither write nor create groups. */
export const accountsOnly = 449

/** The server is stopping; `retryAfterMs` says when to reconnect. */
export const stopping = 450
/** Nothing was stored; the same packet may be sent again. */
export const unavailable = 451
/** The connection took its messages too slowly. */
export const tooSlow = 452

/** The same person logged in on another device. */
export const userKickedOff = -1
export const userTokenExpired = -2
/** The token was not issued by this server, or the person may not use messaging. */
export const unauthorised = -3
/** An operator ended the session. */
export const forcedDisconnect = -4

/** No answer within the timeout (IMC-15). */
export const serverNoResponse = -10
/** The call was given up: logout, or its signal was aborted. */
export const cancelled = -11
