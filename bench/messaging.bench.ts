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
					'Bare Socket.IO sends the same text; ours is stored before it is sent. Every client counts what it gets and fails where something is missing, twice or out of order. The bare sender, and ours of "each by itself", waits until all have the message before. Of "each by itself" about half is the kernel’s write and a sixth Node’s stream above it; what messaging does for each member is less than a tenth, and the rest is the message itself, which is stored in a transaction of its own: in windows that is more than half.',
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
					'Ours comes back with a token it has shown before: sign-in and account are asked for in the database, and four groups are subscribed to.',
					'Where it goes, by profiles of 2026-11-22 of the main thread: about 60 % the bare connection, 14 % SQLite (five questions, each with two locks of the file), 12 % the one write of both answers, the rest reading, checking and subscribing. Beside it threads of V8 compile and collect: the first thousand connections cost up to three times as much. It makes three writes a connection, as many as the bare one; before it were five, without a difference that could be measured on this machine.',
				],
			},
			{
				title: `Messages stored before they are answered, ${senders} senders`,
				rows: await measureSends(bare, ours),
				notes: [
					'Both files grow alike: conversation counter, event and unique index of the client’s id, synchronous = full. Reading what somebody may do, checking the message and writing the answer are in "beyond the round trip".',
					'Where it goes: storing alone is as dear as the bare transaction, so that a goal of 1.3 leaves 0.3 of one for the rest; by a profile of 2026-11-22, before the index of the client’s ids began with the time, 39 % of an acknowledged message was SQLite (two thirds of that the commit), about 15 % validation, rights and limits, and what is neither these nor the round trip is turns of promises, Kysely, encoding and collecting.',
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
