import { ok } from '@parley/core'
import {
	type CallAnswer,
	type CallData,
	type ConversationOption,
	type ConversationPage,
	emptySyncKey,
	imLimits,
	isConversationOption,
	type ListOption,
	parseCursor,
	type SyncOption,
	syncOptions,
} from '@parley/im'
import type { CallContext, CallHandlers } from '../calls/context.ts'
import type { Subscriber } from '../delivery/subscribers.ts'
import { conversationName } from '../delivery/wire.ts'
import { type ConversationId, stampOf } from '../model/conversation.ts'
import { listEntryFields } from '../people/personalLists.ts'
import { pageFields, readMissed } from './history.ts'
import type { MessageDeps } from './messageDeps.ts'
import { bytesOfAll, maxPageBytes } from './pageBytes.ts'

/** Maximum events of one answer, over all its conversations. */
const maxEvents = imLimits.maxMissed
/** Maximum list entries in one answer. */
const maxEntries = imLimits.historyPage

type Answer = CallAnswer<'sync'>

const conversationKindOf = (option: ConversationOption) => (option === 'chat' ? 'chat' : 'group')

/** Pages of conversations that a session is sent one after the other. */
interface Round {
	/** Key of the last page sent: a client that continues with another one starts over. */
	key: string
	/** Position up to which each conversation was sent: clients with many conversations cannot give all of theirs. */
	places: Map<ConversationId, { epoch: string; hisId: number }>
}

/** Returns changes since the client's last visit, option by option (SYNC-01 to SYNC-06). */
export function createSyncHandlers({
	store,
	reader,
	fanOut,
	ids,
	readBudget,
}: Pick<MessageDeps, 'store' | 'reader' | 'fanOut' | 'ids' | 'readBudget'>): Pick<CallHandlers, 'syncKeys' | 'sync'> {
	const rounds: Record<ConversationOption, WeakMap<Subscriber, Round>> = {
		chat: new WeakMap(),
		group_chat: new WeakMap(),
	}

	async function syncList({ caller }: CallContext, option: ListOption, syncKey: string): Promise<Answer> {
		const { appId, uid } = caller
		const head = (await store.listHeads(appId, uid)).get(option)
		const known = syncKey === '' || syncKey === emptySyncKey ? undefined : parseCursor(syncKey)
		if (!head) return { option, syncKey: emptySyncKey, nextPage: false, list: [], ...(known ? { reset: true } : {}) }
		const isGoingOn = known?.epoch === head.epoch && known.hisId >= head.min - 1 && known.hisId <= head.last
		const after = isGoingOn ? known.hisId : head.min - 1
		const entries = await store.readList(appId, uid, option, { after, limit: maxEntries })
		const last = entries.at(-1)?.key ?? Math.max(after, head.last)
		return {
			option,
			syncKey: `${head.epoch}.${last}`,
			nextPage: last < head.last,
			list: entries.map(listEntryFields),
			...(known && !isGoingOn ? { reset: true } : {}),
		}
	}

	/**
	 * Pages of the conversations in which the client lacks events. Their key belongs to the list they are taken from, and
	 * is only sent with the last page; earlier pages have one that is valid for this session's next page only. A client
	 * that stops in between starts over.
	 */
	async function syncConversations(
		{ caller: { appId, uid }, subscriber }: CallContext,
		option: ConversationOption,
		{ syncKey, cursors }: CallData<'sync'>,
	): Promise<{ page: Answer; bytes: number }> {
		const ofLogin = option === 'group_chat' ? fanOut.takeListedGroups(subscriber) : undefined
		const listed = ofLogin ?? (await store.listConversations(appId, uid, conversationKindOf(option)))
		const running = rounds[option].get(subscriber)
		const round: Round = running?.key === syncKey ? running : { key: '', places: new Map() }
		const pages: ConversationPage[] = []
		let eventCount = 0
		let bytes = 0
		let nextPage = false
		for (const { head, start, read } of listed) {
			const name = conversationName(head.id, uid)
			const cursor = cursors['gid' in name ? name.gid : name.userId]
			const at = cursor === undefined ? round.places.get(head.id) : parseCursor(cursor)
			if (at?.epoch === head.epoch && at.hisId === head.last) continue
			if (at === undefined && head.last <= start) continue
			if (eventCount >= maxEvents || bytes >= maxPageBytes) {
				nextPage = true
				break
			}
			const missed = await readMissed(
				reader,
				{ appId, id: head.id, epoch: head.epoch },
				head,
				at,
				start,
				maxPageBytes - bytes,
			)
			eventCount += missed.events.length
			bytes += bytesOfAll(missed.events)
			nextPage ||= missed.more
			const sentTo = missed.events.at(-1)?.hisId ?? missed.after + imLimits.historyPage
			round.places.set(head.id, { epoch: head.epoch, hisId: missed.more ? sentTo : head.last })
			pages.push({
				...name,
				...pageFields(head.epoch, head, missed.events),
				after: missed.after,
				...(missed.discontinuity ? { discontinuity: true } : {}),
				more: missed.more,
				read,
			})
		}
		if (nextPage) {
			round.key = ids.row('page')
			rounds[option].set(subscriber, round)
		} else rounds[option].delete(subscriber)
		const key = nextPage ? round.key : conversationsKey(stampOf(listed))
		return { page: { option, syncKey: key, nextPage, list: [], conversations: pages }, bytes }
	}

	async function keyOf({ caller: { appId, uid } }: CallContext, option: SyncOption): Promise<string> {
		if (isConversationOption(option))
			return conversationsKey(await store.conversationsStamp(appId, uid, conversationKindOf(option)))
		return emptySyncKey
	}

	return {
		async syncKeys(context) {
			const heads = await store.listHeads(context.caller.appId, context.caller.uid)
			const keys = await Promise.all(
				syncOptions.map(async (option): Promise<[SyncOption, string]> => {
					const head = option === 'video' ? undefined : heads.get(option as ListOption)
					return [option, head ? `${head.epoch}.${head.last}` : await keyOf(context, option)]
				}),
			)
			return ok({ keys: Object.fromEntries(keys) as Record<SyncOption, string> })
		},
		async sync(context, data) {
			const { option, syncKey } = data
			if (option === 'video') return ok({ option, syncKey: emptySyncKey, nextPage: false, list: [] })
			if (isConversationOption(option)) {
				const admitted = readBudget.admit(context)
				if (!admitted.ok) return admitted
				const answer = await syncConversations(context, option, data)
				// Counted but delivered anyway: the next page continues after the position sent here.
				await readBudget.take(context, answer.bytes)
				return ok(answer.page)
			}
			return ok(await syncList(context, option, syncKey))
		},
	}
}

const conversationsKey = (stamp: string): string => `s.${stamp}`
