import type { PlantedBug } from '../plantedBugs.ts'

const modules = 'apps/server/src/modules'

const bug = (name: string, file: string, find: string, replace: string): PlantedBug => ({
	name,
	file: `${modules}/${file}`,
	edits: [{ find, replace }],
})

const notNotified = { find: 'unnotified.set({ id: node.id, url: node.url }, 0)', replace: '' }

export const plantedBugs: PlantedBug[] = [
	{
		// The node that removes it would notify it.
		name: 'a node trusts itself for too long without heartbeats',
		file: `${modules}/node/registry.ts`,
		edits: [
			{ find: 'export const distrustAfterMs = 10_000', replace: 'export const distrustAfterMs = 90_000' },
			notNotified,
		],
	},
	bug(
		'a node claims a room that another one has',
		'room/roomNodes.sql.ts',
		'return row?.node === nodes.id',
		'return true',
	),
	{
		name: 'a node does not notice that it was removed',
		file: `${modules}/node/registry.ts`,
		edits: [
			{ find: 'if (!(await store.beat(id))) {', replace: 'if (!(await store.beat(id)) && isRemoved) {' },
			notNotified,
		],
	},
	{ name: 'a node that was removed is not notified', file: `${modules}/node/registry.ts`, edits: [notNotified] },
	bug(
		'nodes are taken for gone after the database was away for all',
		'node/registry.ts',
		'if (now - lookedAt > blindAfterMs) seen.clear()',
		'',
	),
	bug(
		'a node that is gone is never removed',
		'node/registry.ts',
		'return isSilent && (now - since >= goneAfterMs || (isUnlocked && last.isUnlocked))',
		'return isSilent && now < since && isUnlocked',
	),
	bug(
		'an end is not passed on to the node of the room',
		'room/roomsAnywhere.ts',
		'const other = roomNodes.hasSeveralNodes ?',
		"const other = roomNodes.hasSeveralNodes && name !== 'close' ?",
	),
	bug(
		'the end of a meeting on another node is never found',
		'room/closing.ts',
		'async function closeEnded(): Promise<void> {',
		'async function closeEnded(): Promise<void> {\n\t\treturn',
	),
	bug(
		'a person who returns takes another place',
		'room/admission.ts',
		'const person = { identity, wants: sending, returning: true }',
		"const person = { identity: { ...identity, participantId: ids.row('p') as never }, wants: sending, returning: true }",
	),
	bug(
		'the former connection of a person stays in the room',
		'room/presence.ts',
		"if (before && 'id' in before.connection) {",
		"if (before && 'id' in before.connection && room.closed) {",
	),
	bug(
		'one person more than there are places enters',
		'room/policy.ts',
		'participantCount >= (host || hasHost ? capacity : capacity - 1)',
		'participantCount > (host || hasHost ? capacity : capacity - 1)',
	),
	bug(
		'a removal is known to its node alone',
		'room/removals.ts',
		'await store.addRemoval(room.meetingId, removal)',
		'',
	),
	{
		name: 'a room that is in use is released',
		file: `${modules}/room/roomNodes.sql.ts`,
		edits: [
			{ find: 'if (isInUse(meetingId)) lastUsed.set(meetingId, clock.now())', replace: '{}' },
			{ find: '!isInUse(meetingId) && clock.now()', replace: 'clock.now()' },
		],
	},
	bug(
		'places of lost connections are kept',
		'room/presence.ts',
		'for (const participant of room.expiredParticipants(clock.now()))',
		'for (const participant of room.expiredParticipants(0))',
	),
	bug(
		'the visits of a node that is gone stay open',
		'meetingReport/visitStore.sql.ts',
		"eb('node', 'not in', selectFrom('nodes').select('id'))",
		"eb('node', 'in', selectFrom('nodes').select('id'))",
	),
	bug(
		'a meeting that is overdue ends although another node has its room',
		'room/closing.ts',
		'if (!rooms.get(meetingId) && (await roomNodes.claim(meetingId))) await end(meetingId)',
		'if (!rooms.get(meetingId)) await end(meetingId)',
	),
]
