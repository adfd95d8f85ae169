/** A bug that the simulation must find: places in the code, and their replacements. */
export interface PlantedBug {
	name: string
	/** Path from the root of the repository. */
	file: string
	edits: { find: string; replace: string }[]
}

const server = 'apps/server/src/modules/messaging'
const sdk = 'sdk/im/src'

const bug = (name: string, file: string, find: string, replace: string): PlantedBug => ({
	name,
	file,
	edits: [{ find, replace }],
})

export const plantedBugs: PlantedBug[] = [
	bug(
		'a repeated message is stored again',
		`${server}/store/applyCommit.ts`,
		'for (const { uid, cmid } of change?.events ?? []) {',
		'for (const { uid, cmid } of [] as NonNullable<typeof change>["events"]) {',
	),
	bug(
		'a write is acknowledged although the store failed',
		`${server}/store/commitQueue.ts`,
		'for (const { fail } of batch) fail(error)',
		'for (const { settle } of batch) settle({ status: "committed", events: [{ hisId: 1, ts: 0, name: "messagesReceived", uid: "", body: {} }], lists: [], answer: {}, head: { epoch: "e", last: 1, min: 1, version: 1, id: "" } } as never)',
	),
	bug(
		'events of other nodes are noticed only by their node messages',
		`${server}/delivery/feeds.ts`,
		'async compareAll(): Promise<void> {',
		'async compareAll(): Promise<void> {\n\t\treturn',
	),
	bug(
		'a later read starts one event too late',
		`${server}/messages/history.ts`,
		'{ from: after + 1, to }',
		'{ from: after + 2, to }',
	),
	bug(
		'duplicates are delivered',
		`${sdk}/sequencer/sequencer.ts`,
		'batch.list.filter(({ hisId }) => hisId > known())',
		'batch.list.filter(() => true)',
	),
	bug('a gap is skipped', `${sdk}/sequencer/sequencer.ts`, 'else hold(name, batch)', 'else give(name, batch)'),
	bug(
		'the stored position is ahead of the delivered events',
		`${sdk}/sequencer/sequencer.ts`,
		'move(batch.to)\n',
		'move(Math.max(target, batch.to))\n',
	),
	bug(
		'a message gets a new cmid after a reload',
		`${sdk}/outbox/outbox.ts`,
		'return unknown.map(draft => createItem(draft,',
		'return unknown.map(draft => createItem({ ...draft, data: { ...draft.data, cmid: draft.data.cmid + "b" } },',
	),
	bug(
		'a message is forgotten before it is acknowledged',
		`${sdk}/outbox/outbox.ts`,
		"machine.to('sending')",
		"machine.to('sending')\n\t\tvoid item.kept.then(storage.remove)",
	),
	bug(
		'an answer is assigned to another call',
		`${sdk}/session/requests.ts`,
		'const messageId = nextId++',
		'const messageId = imLimits.firstMessageId + (nextId++ % 4)',
	),
	bug(
		'a repetition counts as another message',
		`${sdk}/outbox/outbox.ts`,
		'{ ...draft.data, ...target(draft) }',
		'{ ...draft.data, ...target(draft), cmid: draft.data.cmid + (item.failures || "") }',
	),
	bug(
		'a client that returns to a room starts at its newest event',
		`${sdk}/rooms/rooms.ts`,
		'...(last === undefined ? {} : { hisId: last })',
		'...(last === undefined ? {} : {})',
	),
	bug(
		'the key of a list is stored before its entries are read',
		`${sdk}/sync/syncer.ts`,
		'!== progress.key(option)) touch(option)',
		'!== progress.key(option)) void progress.setKey(option, keys[option]).then(() => touch(option))',
	),
	bug(
		'entries that arrive while a list is read are not read afterwards',
		`${sdk}/sync/syncer.ts`,
		'else sync.isDirty = true',
		'else sync.isDirty = false',
	),
	bug(
		'a list entry after a gap is delivered at once',
		`${sdk}/sync/lists.ts`,
		'entry.key === last + 1 && syncer',
		'entry.key > last && syncer',
	),
	bug(
		'list changes of other nodes are noticed only by their node messages',
		`${server}/delivery/recheck.ts`,
		'await lists.readNew(subscriber)\n',
		'',
	),
	bug(
		'a friendship ends on one side only',
		`${server}/people/friends.ts`,
		'friends: { remove: sides }',
		'friends: { remove: sides.slice(0, 1) }',
	),
	bug(
		'own messages count as unread',
		`${server}/messages/groupMessages.ts`,
		"event.name === 'messagesReceived' && event.uid !== uid &&",
		"event.name === 'messagesReceived' &&",
	),
	bug(
		'acknowledged data is not always durable',
		`${server}/testing/memoryStore.ts`,
		'\t\t\twrite(tables, staged)\n',
		'\t\t\tif (Number(commits[0]?.now) % 17 !== 0) write(tables, staged)\n',
	),
]
