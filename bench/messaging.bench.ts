import { measureCatchingUp } from './messaging/catchingUp.ts'
import { measureConnects } from './messaging/connects.ts'
import { measureCrowd } from './messaging/crowd.ts'
import { missedPerRoom, missedRooms, people, senders } from './messaging/people.ts'
import { measureSdk } from './messaging/sdk.ts'
import { measureSends } from './messaging/sends.ts'
import { startServer } from './messaging/serverProcess.ts'

export const name = 'Messaging, against bare Socket.IO and SQLite'

export async function run() {
	const bare = await startServer('bare')
	const ours = await startServer('ours')
	try {
		const { deliveries, memory, stalled } = await measureCrowd(bare, ours)
		return [
			{
				title: `A message to a group of ${people}, processor time of the server`,
				rows: deliveries,
				notes: [
					'Bare Socket.IO sends the same text; ours is stored before it is sent. Every client counts what it gets and fails where something is missing, twice or out of order. The bare sender, and ours of "each by itself", waits until all have the message before. Both are warmed up for six seconds of as much as there is to do, and three rounds more. Where it goes, by a profile: of a message by itself the kernel’s write to a thousand TCP connections is six tenths, Node’s stream and the loop over the members a sixth, storing a twelfth, and the rest looking after a thousand connections (whether they are there, may stay, and missed nothing), reading the message, rights, limits and its answer. Of single rounds the ratio lies between 0.55 and 0.83: what V8 collects, and how much it keeps for new objects after a quiet moment, weighs as much as what could still be saved. With more room for them (`--min-semi-space-size=16`) both servers need a tenth less. Ten messages of a window are stored in one or two transactions and answered together just before they are told.',
				],
			},
			{ title: `Memory of a connection, ${people} of them, in use after a collection`, rows: memory },
			{
				title: 'One that does not read, of all who are sent 25 messages a second',
				rows: stalled,
				notes: [
					'The others, with and without it in turns; it has more than 256 KiB waiting, and is still in the group. Medians of nine rounds each. The p99 is by the wall clock, where other work on the machine counts; the processor time of the server is not.',
				],
			},
			{
				title: `Coming back, ${missedPerRoom} messages missed in each of ${missedRooms} rooms`,
				rows: await measureCatchingUp(ours),
				notes: [
					'From the connected transport to the last of the messages, with the login, by the wall clock. What the server used of the processor in that time is its part of it.',
				],
			},
			{
				title: 'Connecting',
				rows: await measureConnects(bare, ours),
				notes: [
					'Ours comes back with a token it has shown before: sign-in and account are asked for in the database, and four groups are subscribed to. The rows in between are parts of the last one: a bare connection does neither of the two, and knows nobody.',
					'A connection alone is cheaper than the bare one, because the protocol of Socket.IO is spoken here without its server. The login is what costs most. By a profile a quarter of it is four questions to SQLite (sign-in with account, person, groups, lists), a third reading and checking the packet, the digest of the token and subscribing to four groups, a sixth one more write, and a quarter threads of V8 that compile and collect. The groups are not read again for the cursors.',
				],
			},
			{
				title: `Messages stored before they are answered, ${senders} senders`,
				rows: await measureSends(bare, ours),
				notes: [
					'Both files grow alike: conversation counter, event and unique index of the client’s id, synchronous = full. Reading what somebody may do, checking the message and writing the answer are in "beyond the round trip".',
					'Where it goes: storing alone is most of what the goal leaves. By a profile, a fifth of an acknowledged message is the commit of its transaction (pages written to the log and synchronised), an eighth the statements in it, a tenth the answer’s write and a tenth threads of V8; the rest is the message by itself: reading the frame and its JSON, validation, rights, limits, the turns of promises between them, and the answer.',
				],
			},
			{
				title: 'The SDK, for each message it receives',
				rows: await measureSdk(),
				notes: [
					'In Chromium, with the published modules: processor time of the page’s thread from the text of a push, read as JSON, to the listener of the application, and until the place is kept in IndexedDB; without the socket.',
				],
			},
		]
	} finally {
		await bare.stop()
		await ours.stop()
	}
}
