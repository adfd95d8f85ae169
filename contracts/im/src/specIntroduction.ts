import { apiHeaders, hmacSign } from './apiSign.ts'
import { contentTypes } from './contentTypes.ts'
import { envelopeEvent } from './envelope.ts'
import * as imLimits from './limits.ts'
import * as imPaths from './paths.ts'

const seconds = (ms: number) => `${ms / 1_000} s`

/** The prose of SPEC.md. */
export const introduction = `# The messaging protocol

Made of \`src/\` by its test; where prose and table differ, the table is right. A client needs nothing else.

## 1. Connection

- Socket.IO 4 (protocol 5), transport websocket, path \`${imPaths.socket}\`, default namespace. Heartbeat: a ping every ${seconds(imLimits.heartbeat.pingInterval)}, given up ${seconds(imLimits.heartbeat.pingTimeout)} later.
- Without a Socket.IO library: a WebSocket to \`${imPaths.socket}/?EIO=4&transport=websocket\`, with frames of text. The server sends \`0{…}\`; the client answers \`40\` (the default namespace) and waits for \`40{"sid":…}\`. An envelope is \`42["${envelopeEvent}",{…}]\` in both directions. The server sends \`2\` as ping, the client answers \`3\`; \`41\` or the end of the WebSocket is the end.
- One event in both directions: \`${envelopeEvent}\`, with one envelope: \`{ "messageId", "messageType", "jsonData" }\`. \`messageId\` counts the packets of a client from ${imLimits.firstMessageId} on; the answer has the same \`messageId\` and \`messageType\`; a push has \`messageId\` 0. \`jsonData\` is an object; the server also reads the JSON text of one. Fields a reader does not know are left alone.
- An answer has \`code\` (0: done), for developers \`msg\`, where waiting helps \`retryAfterMs\`, and the fields of the call. Texts are counted in characters (code points of Unicode).
- The first packet is \`login\`; before it every other call is \`notLoggedIn\`, whatever its data are. A connection that has not logged in after 15 s is closed.
- \`deviceId\` says where somebody is: a login of the same person with another one ends the older session (\`kickedOff\`), with the same one (another tab) it does not. An empty one is always another device. Pages of one browser are one device whatever they say: those with tokens of one sign-in, and those of one guest.
- The connection is closed without an answer: by an envelope of more than ${imLimits.maxEnvelopeBytes} bytes (WebSocket close code 1009), a binary frame, text that is no packet of Socket.IO, more than 1,000 frames in a second (pings count, too), a namespace other than the main one, or 2 MiB that are not read (64 KiB before a login). What is a packet and no envelope is answered \`malformed\`.

### Tokens

- \`GET ${imPaths.token}?imAppId&nickName\` gives a token to anyone who asks: \`imAppId\` is the id of the site (\`parley site list\`). A member sends \`Authorization: Bearer …\`, the access token of their sign-in at the site (\`access_token\` of \`POST /auth/login\`, see \`/docs\` of the server); \`id\` may be sent and has to be their own, \`nickName\` is that of the profile. Everybody else becomes a guest called \`nickName\`.
- A guest is the cookie that comes with the answer (\`parley_im_guest\`, 30 days, for \`/im\`): a browser keeps and sends it (\`credentials: 'include'\` from another origin), another client does so itself. With it the same question is answered for the same guest, without it for a new one.
- \`GET ${imPaths.tokenByImId}?imId&imAppId\` gives another token to a person who had one, with the same \`Authorization\` or cookie, and \`notYou\` to everybody else.
- The answer is JSON: \`{ "code": 200, "data": { "imToken", "imUserId", "imAppVersion", "imServer", "imApiServer", "imMonitorServer" } }\`; \`imUserId\` is the \`uid\` of the login. A refusal has its HTTP status and \`{ "code", "message" }\`:

| HTTP | code | meaning |
| --- | --- | --- |
| 403 | 40302 | \`imAppId\` is not the site of this address |
| 403 | 40303 | \`id\` or \`imId\` is not who asks |
| 403 | 40304 | the site has no guests |
| 403 | 403 | a page of an origin the site does not name |
| 422 | 42201 | \`nickName\` is missing, or no name as the site allows |
| 422 | 42202 | \`nickName\` has a word the site refuses |
| 422 | 42218 | \`nickName\` is the name of somebody who runs a room of the site, or looks like it; guests choose another one |
| 422 | 422 | a parameter is missing |
| 429 | 429 | too many questions; \`Retry-After\` says when to go on |

- A token counts for 24 hours (\`expiresAt\` of the login), and that of a member no longer than their sign-in. \`logout\` ends the session, not the token: it logs in again while it counts. A login with a newer token on the same connection renews it; without one \`tokenExpired\` ends the session.
- Pages of other origins get no token and open no socket, unless the site names their origin (\`imOrigins\`). A browser tells such a page nothing but that the request failed.

### Limits

- A person sends at most 60 messages in 10 s, a guest's address 200, counted with every other write to a group but \`groupShield\` and \`groupUnread\`; a connection makes 400 calls in 10 s, a person 800; an address logs in 600 times a minute, and guests of one make 10,000 calls in 10 s. Of logs a person reads 8 MiB in 10 s, guests of an address 32 MiB together. Beyond it is \`tooMany\`.
- Between two messages of one person in a chat room are ${seconds(imLimits.roomCooldownMs)}, or \`slowModeS\` where that is more; in groups \`slowModeS\`. Else \`cooldown\`, with \`retryAfterMs\`. Owner and managers wait for nothing, nor does a repetition of the last message with its \`cmid\`. The same guest or member in two tabs is one person.
- A connection is pushed at most \`maxRate\` messages of a room in a second, 10 where \`groupPoll\` does not say, rounded down to ${imLimits.roomRates.join(', ')}: never fewer events of other kinds, half of it kept for owner, managers and answers (\`type\` ${contentTypes.answer}), the rest shared fairly. Messages of \`type\` ${contentTypes.control} are the server's own: they are never left out, and nobody else writes them. In a group owner and managers alone write answers; others get \`noPromise\`. What is left out is counted in \`skipped\`. Groups and chats are pushed whole.
- Messages of \`type\` ${contentTypes.file} are files in the chat of a meeting: its participants name an uploaded one as \`content\`, and the server replaces it by the name of the file, with its details in \`attachment\`. Other people write this \`type\` like any other.
- An answer has at most 128 KiB of events, and at least one: \`more\`, or \`nextPage\`, says that the page was cut, and one goes on where it ends.
- A person is in ${imLimits.maxGroupsPerPerson} groups they made or joined themselves and in ${imLimits.maxGroupsByOthers} others put them into, owns ${imLimits.maxOwnedGroups} groups and ${imLimits.maxOwnedRooms} chat rooms (\`full\`), of which half may be handed over by others, and makes 60 in an hour (\`tooMany\`).
- A connection listens to ${imLimits.maxListenedRooms} rooms; a sixth ends the one that was started longest ago.

## 2. Logs and positions

- A conversation (a group, or two people) has one log. Every event in it, be it a message, a revocation or a change of members or settings, has a position \`hisId\`: 1, 2, 3 … without holes. \`epoch\` names one life of the log; positions of another epoch mean nothing.
- A push of log events is a batch \`{ gid | userId, epoch, from, to, skipped?, list }\` with events of one kind. A client that has everything up to \`from - 1\` applies it; one that has \`to\` or more drops it; otherwise it holds it and asks for what is missing with \`groupHistory\` or \`chatHistory\` (\`after\`, \`hisId\`). Between \`from\` and \`to\` the server may have left out \`skipped\` events of a busy room; they are in the history.
- In lists with several kinds of events, \`messageType\` tells the kind; a message has none. A client passes over an event whose number it does not know.
- \`heads\` comes within ${seconds(imLimits.headsEveryMs)} of the last event of a conversation, and every ${seconds(imLimits.headsEveryMs)} for a minute: a client that has less asks for the rest. So the loss of a last event is noticed, too. Its keys are \`gid\` of groups, and \`u:\` with the \`userId\` of the other person.
- The keys of \`cursors\` in \`sync\` are \`gid\` for \`group_chat\`, and the \`userId\` of the other person, without \`u:\`, for \`chat\`.
- A client without a key (\`syncKey\` empty) gets a list from its oldest entry on: what is new to a device may be long known to its person.
- Where events are gone or too many (more than ${imLimits.maxMissed}), an answer says \`discontinuity\`: what lies before \`after\` is not in it. Nothing is left out without being said.

### Retention

| what | kept |
| --- | --- |
| events of groups and chats | for ever |
| events of chat rooms, with the \`cmid\` of their messages | 30 days |
| entries of a person's own lists, and broadcasts | 180 days |
| answers to a \`requestId\` | 10 minutes |

- What is not kept any more raises \`min\` of its log, and a client that has not read it is told \`discontinuity\`. Positions go on. A message of a room that is sent again after that time is a new one.

## 3. Writing once

- A message has a \`cmid\`, made by its sender and kept over every repetition. It is stored once in its conversation, as long as the message is kept; a repetition gets the first answer. Other writes have a \`requestId\`, whose answer is kept for ten minutes.
- An answer leaves after the event is stored durably. No answer means nothing: send the same again, with the same \`cmid\` and, within one page, the same \`messageId\`.
- To keep the order of one's own messages, send the next after the answer to the last.

## Over HTTP

- \`POST ${imPaths.userOnline}\` with \`{ "userId", "bizType", "subBizType" }\`: who of these people (ids with commas between, at most 200) has a session now. Answered are oneself, one's friends, and members of the group \`subBizType\` where one may list its members; of others nothing is said. The answer, always with HTTP 200, is \`{ "code": 0, "onlineUsers": […] }\`, or has a code of the table below.
- Its headers: \`${apiHeaders.token}\` the token, \`${apiHeaders.appId}\` the application, \`${apiHeaders.sign}\` the MD5 in hex of the body, an underscore and the token. With \`${apiHeaders.signVersion}: ${hmacSign}\` it is the HMAC-SHA-256 in hex of the body, with the token as key. The body is signed as it is sent, byte for byte.
- What helps who runs the server, and may be left out: \`POST ${imPaths.device}\` with \`{ "deviceId", "device", "sdkVersion", "appId", "appVersion"? }\` once a page, \`POST ${imPaths.flow}\` with \`{ "key", "flows": [{ "ts", "type", "code"?, "reason"? }] }\`, at most ${imLimits.maxFlowsPerUpload} after trouble with the connection. \`key\` is the \`deviceId\`; \`type\` is \`connectError\` or \`connectionLost\`. Answered with \`{ "code": 0 }\`, or HTTP 422 and 429. Both are counted, not kept.`
