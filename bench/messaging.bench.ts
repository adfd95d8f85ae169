import { measureCatchingUp } from './messaging/catchingUp.ts'
import { measureConnects } from './messaging/connects.ts'
import { measureCrowd } from './messaging/crowd.ts'
import { missedPerRoom, missedRooms, people, senders } from './messaging/people.ts'
import { measureSdk } from './messaging/sdk.ts'
import { measureSends } from './messaging/sends.ts'
import { startServer } from './messaging/serverProcess.ts'

export const name = 'Messaging compared with bare Socket.IO and SQLite'

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
					'Bare Socket.IO sends the same text; messaging stores it before sending. Every client counts its messages and fails if one is missing, duplicated or out of order. Except in windows, senders wait until all clients have the previous message. All servers are warmed up with six seconds of full load and three more rounds. Medians of nine interleaved rounds.',
					'"One frame" is the lower bound for anything on Node: the kernel and `net.Socket`, without any logic. In a profile (`perf`) of a single message, the kernel’s writes to a thousand TCP connections take three fifths, Node’s stream a seventh, the loop over the members a twentieth and storing a twenty-fifth; the rest is spread over a hundred small places (reading, permissions, limits, the answer), each below one per cent. In windows, kernel and stream take seven tenths. The ten messages of a window are stored in one or two transactions and answered together just before they are delivered.',
					'Single rounds differ by a third, depending on whether the receiving process has to be woken for each write, and on the space V8 keeps for new objects after an idle moment. With more space (`--min-semi-space-size=16`) both servers need a tenth less.',
				],
			},
			{ title: `Memory per connection with ${people} connections, after garbage collection`, rows: memory },
			{
				title: 'One client that does not read, among 1000 who receive 25 messages a second',
				rows: stalled,
				notes: [
					'Figures of the other clients, alternating with and without it; it has more than 256 KiB unread, and remains in the group. Medians of nine rounds each. The p99 is wall-clock time and includes other work on the machine; the server’s CPU time does not.',
				],
			},
			{
				title: `Reconnecting after ${missedPerRoom} missed messages in each of ${missedRooms} rooms`,
				rows: await measureCatchingUp(ours),
				notes: [
					'Wall-clock time from the connected transport to the last message, including the login. The CPU columns show the server’s part.',
				],
			},
			{
				title: 'Connecting',
				rows: await measureConnects(bare, ours),
				notes: [
					'Messaging clients reconnect with a known token: the server looks up sign-in and account in the database, and subscribes to four groups. The rows in between are parts of the last one; a bare connection does none of this.',
					'A connection alone is cheaper than a bare one, because messaging implements the protocol of Socket.IO without its server. The login costs most. In a profile, four SQLite queries (sign-in with account, person, groups, lists) take a quarter of it; reading and checking the packet, the digest of the token and four subscriptions a third; one more write a sixth; and V8 threads for compilation and garbage collection a quarter. The groups are not read again for the cursors.',
				],
			},
			{
				title: `Messages stored before they are answered, ${senders} senders`,
				rows: await measureSends(bare, ours),
				notes: [
					'Both files grow in the same way: conversation counter, event and unique index of the client’s id, synchronous = full. "Beyond the round trip" includes permissions, validation and writing the answer.',
					'Storing uses most of the budget. In a profile, the commit of the transaction (pages written to the log and synchronised) takes a fifth of an acknowledged message, its statements an eighth, writing the answer a tenth and V8 threads a tenth; the rest is the message itself: reading the frame and its JSON, validation, permissions, limits, promises in between, and the answer.',
				],
			},
			{
				title: 'The SDK, per received message',
				rows: await measureSdk(),
				notes: [
					'In Chromium, with the published modules: CPU time of the page’s thread from the JSON text of a push to the listener of the application, including storing the position in IndexedDB, without the socket.',
				],
			},
		]
	} finally {
		for (const server of [bare, ours, writing]) await server.stop()
	}
}
