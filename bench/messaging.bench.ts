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
	const writing = await startServer('writing')
	try {
		const { deliveries, memory, stalled } = await measureCrowd(bare, ours, writing)
		return [
			{
				title: `A message to a group of ${people}, processor time of the server`,
				rows: deliveries,
				notes: [
					'Bare Socket.IO sends the same text; ours is stored before it is sent. Every client counts what it gets and fails where something is missing, twice or out of order. Senders wait until all have the message before, but for the windows. All are warmed up, by six seconds of as much as there is to do and three rounds more. Medians of nine rounds in turns.',
					'"A frame made once" is what nothing that runs on Node is below: the kernel and `net.Socket`, without anybody knowing what is sent to whom. By a profile of a message by itself (`perf`), the kernel’s write to a thousand TCP connections is three fifths, Node’s stream a seventh, the loop over the members a twentieth, storing a twenty-fifth; the rest is reading the message, rights, limits and its answer, in a hundred small places, none above one per cent. In windows the kernel and the stream are seven tenths of it. Ten messages of a window are stored in one or two transactions and answered together just before they are told.',
					'Single rounds differ by a third: by whether the receiving process has to be woken for each write, and by how much V8 keeps for new objects after a quiet moment. With more room for them (`--min-semi-space-size=16`) both servers need a tenth less.',
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
		for (const server of [bare, ours, writing]) await server.stop()
	}
}
