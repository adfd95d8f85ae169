import {
	type ConversationOption,
	emptySyncKey,
	formatCursor,
	imLimits,
	isConversationOption,
	parseCursor,
	type SyncOption,
} from '@parley/im'
import type { Environment, KeyValueStorage } from '../core/environment.ts'

/** Position in a conversation: everything up to `last` was delivered to the application. */
export interface Position {
	epoch: string
	last: number
}

/**
 * Reading positions in one person's data, kept across reloads: the sync key of each option and the position in each
 * conversation.
 */
export interface Progress {
	key(option: SyncOption): string
	setKey(option: SyncOption, key: string): Promise<void>
	/** @param conversation the group, or the other person */
	position(option: ConversationOption, conversation: string): Position | undefined
	/** Stored at once, or with other changes of the next moment. */
	setPosition(option: ConversationOption, conversation: string, position: Position): void
	forget(option: ConversationOption, conversation: string): void
	/** Cursors of a sync call: the most recently active conversations, as many as fit. */
	cursors(option: ConversationOption): Record<string, string>
	/** Stores unsaved changes now. */
	flush(): Promise<void>
}

/** Interval between two writes: a killed page receives events after the last one again. */
const keepEveryMs = 100
/** Below the size of an envelope. A conversation left out is compared with its own position when it arrives. */
const maxCursorCharacters = imLimits.maxEnvelopeBytes - 4_096

/** @param prefix of the person's keys in the storage */
export async function loadProgress(
	env: Environment,
	storage: KeyValueStorage,
	prefix: string,
	options: readonly SyncOption[],
): Promise<Progress> {
	const keys = new Map<SyncOption, string>()
	const positions = { chat: new Map<string, Position>(), group_chat: new Map<string, Position>() }
	const unkept = new Set<ConversationOption>()
	let stopKeeping: (() => void) | undefined

	await Promise.all(
		options.map(async option => {
			const key = option === 'video' ? undefined : await storage.get(`${prefix}sync:${option}`)
			if (key !== undefined) keys.set(option, key)
			if (isConversationOption(option))
				positions[option] = readPositions(await storage.get(`${prefix}cursors:${option}`))
		}),
	)
	function keepSoon(option: ConversationOption) {
		unkept.add(option)
		// The first of a burst at once, the others together.
		if (!stopKeeping) void flush()
	}
	async function flush() {
		stopKeeping?.()
		stopKeeping = undefined
		if (unkept.size === 0) return
		stopKeeping = env.after(keepEveryMs, flush)
		const options = [...unkept]
		unkept.clear()
		await Promise.all(
			options.map(option => {
				const entries = [...positions[option]].map(([id, { epoch, last }]) => [id, formatCursor(epoch, last)])
				return storage.set(`${prefix}cursors:${option}`, JSON.stringify(entries))
			}),
		)
	}
	return {
		key: option => keys.get(option) ?? emptySyncKey,
		async setKey(option, key) {
			// SYNC-06: its announcements are useless later.
			if (option === 'video') return
			keys.set(option, key)
			await storage.set(`${prefix}sync:${option}`, key)
		},
		position: (option, conversation) => positions[option].get(conversation),
		setPosition(option, conversation, position) {
			// At the end of the order, since it moved last.
			positions[option].delete(conversation)
			positions[option].set(conversation, position)
			keepSoon(option)
		},
		forget(option, conversation) {
			if (positions[option].delete(conversation)) keepSoon(option)
		},
		cursors(option) {
			const cursors: Record<string, string> = {}
			let left = maxCursorCharacters
			for (const [id, { epoch, last }] of [...positions[option]].reverse()) {
				const cursor = formatCursor(epoch, last)
				left -= id.length + cursor.length + 6
				if (left < 0) break
				cursors[id] = cursor
			}
			return cursors
		},
		flush,
	}
}

function readPositions(text: string | undefined): Map<string, Position> {
	const positions = new Map<string, Position>()
	try {
		for (const [id, cursor] of JSON.parse(text ?? '[]') as [string, string][]) {
			const { epoch, hisId } = parseCursor(cursor)
			positions.set(id, { epoch, last: hisId })
		}
	} catch {
		// Another program wrote there: as if nothing had been stored.
	}
	return positions
}
