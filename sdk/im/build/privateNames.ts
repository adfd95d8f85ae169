import type { ESTree } from 'vite'
import type { Chat } from '../src/api/chats.ts'
import type { IMContext } from '../src/api/context.ts'
import type { IM, IMOptions } from '../src/api/createIM.ts'
import type { Group } from '../src/api/group.ts'
import type { Person } from '../src/api/person.ts'
import type { Room } from '../src/api/room.ts'
import type { Environment, HttpRequest, KeyValueStorage, Locks, PageStatus } from '../src/core/environment.ts'
import type { IMError } from '../src/core/errors.ts'
import type { Stats } from '../src/core/stats.ts'
import type { MessageStatusEvent, Outbox, OutgoingMessage } from '../src/outbox/outbox.ts'
import type { TabShare } from '../src/outbox/tabs.ts'
import type { ListenOptions, RoomEvent, Rooms } from '../src/rooms/rooms.ts'
import type { Discontinuity, LogPage, Sequencer, SequencerDeps } from '../src/sequencer/sequencer.ts'
import type { MissedReader, Sequencers } from '../src/sequencer/sequencers.ts'
import type { ConnectionEvents } from '../src/session/connection.ts'
import type { Requests } from '../src/session/requests.ts'
import type { LoginInfo, Session, SessionEvents } from '../src/session/session.ts'
import type { StateEvent } from '../src/session/states.ts'
import type { Progress } from '../src/sync/progress.ts'
import type { Syncer, SyncTarget } from '../src/sync/syncer.ts'
import type { Transport, TransportEvents } from '../src/transport/transport.ts'

type Named<T> = T extends unknown ? keyof T : never
type PrivateName = Named<
	| IMContext
	| ConnectionEvents
	| MissedReader
	| Outbox
	| Person
	| Progress
	| Requests
	| Rooms
	| Session
	| SessionEvents
	| Sequencer
	| SequencerDeps
	| LogPage
	| Sequencers
	| Syncer
	| SyncTarget
	| TabShare
>

/** A name in an application's input or output. */
type PublicName = Named<
	| Chat
	| Discontinuity
	| Environment
	| Group
	| HttpRequest
	| IM
	| IMError
	| IMOptions
	| KeyValueStorage
	| ListenOptions
	| Locks
	| LoginInfo
	| MessageStatusEvent
	| OutgoingMessage
	| PageStatus
	| Room
	| RoomEvent
	| StateEvent
	| Stats
	| Transport
	| TransportEvents
>

/**
 * Properties that parts of the SDK use among themselves: never on the wire, in storage, in the API or in the browser,
 * which a test verifies. The names weigh more than the code that uses them.
 */
export const privateNames = [
	'addRoom',
	'adopt',
	'applyConversations',
	'applyList',
	'callNow',
	'connectNow',
	'conversation',
	'deliver',
	'discard',
	'dropConnection',
	'emitter',
	'expect',
	'failAll',
	'finished',
	'flush',
	'forget',
	'given',
	'heard',
	'isEnabled',
	'isIdle',
	'isRead',
	'lose',
	'mayRepair',
	'newId',
	'onEnd',
	'onEnvelope',
	'onLogin',
	'onLost',
	'onMove',
	'onPerson',
	'onPush',
	'onUnknown',
	'outbox',
	'part',
	'prefix',
	'refresh',
	'removeRoom',
	'sender',
	'setKey',
	'setPosition',
	'setRole',
	'settle',
	'settled',
	'stopAll',
	'stopRoom',
	'touch',
	'upTo',
	'watchOthers',
	'pages',
	'pull',
	'fetch',
	'pause',
	'position',
	'resume',
	'onError',
] as const satisfies Exclude<PrivateName, PublicName>[]

/** Properties a part uses only internally. */
export const localNames = [
	'addSequencer',
	'removeSequencer',
	'current',
	'envelope',
	'isWrite',
	'lists',
	'batch',
	'events',
	'options',
	'sequencer',
	'item',
	'sendDevice',
	'blindPolls',
	'draft',
	'failures',
	'isAgain',
	'isAsking',
	'isDirty',
	'isEarly',
	'isRoom',
	'kept',
	'lastSweep',
	'machine',
	'onSynced',
	'progress',
	'reader',
	'settleFirst',
	'stopRetry',
	'sequencers',
	'syncer',
	'wasSent',
] as const

/** Exports of the lazily loaded parts, which no other module imports. */
export const partNames = [
	'askOnline',
	'callKindOf',
	'createChatCalls',
	'createFlowLog',
	'createFriendCalls',
	'createGroupCalls',
	'createGroupsCalls',
	'createNoticeCalls',
	'createRooms',
	'localStorageStorage',
	'memoryStorage',
] as const

const shortened = new Set<string>([...localNames, ...privateNames, ...partNames])
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

interface Node {
	type: string
	start: number
	end: number
}
interface Name extends Node {
	name?: string
}
interface NamedNode extends Node {
	key?: Name
	property?: Name
	exported?: Name
	local?: Name
	computed?: boolean
	shorthand?: boolean
}

/**
 * Cuts the names above short wherever they are properties, or exports of a part. The more often one is used in the files
 * together, the shorter it becomes.
 *
 * @param programs of all files that use each other's names
 */
export function createShortener(
	programs: readonly ESTree.Program[],
): (code: string, program: ESTree.Program) => string {
	const uses = new Map<string, number>()
	for (const program of programs)
		visitNames(program as unknown as NamedNode, ({ name = '' }) => uses.set(name, (uses.get(name) ?? 0) + 1))
	const byUse = [...uses.keys()].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0))
	const shortNames = new Map(byUse.map((name, index) => [name, shortName(index)]))
	return (code, program) => {
		const edits: { start: number; end: number; text: string }[] = []
		visitNames(program as unknown as NamedNode, ({ name = '', start, end }, { shorthand, local }) => {
			const short = shortNames.get(name) ?? name
			if (shorthand) edits.push({ start, end: start, text: `${short}:` })
			else edits.push({ start, end, text: local?.start === start ? `${name} as ${short}` : short })
		})
		edits.sort((a, b) => a.start - b.start)
		let result = ''
		let place = 0
		for (const { start, end, text } of edits) {
			result += code.slice(place, start) + text
			place = end
		}
		return result + code.slice(place)
	}
}

/** No property is called so elsewhere. An `e` packs best. */
function shortName(index: number): string {
	const letter = letters[index % letters.length] as string
	if (index >= 2 * letters.length) throw new Error('there are more private names than short ones')
	return index < letters.length ? letter : `${letter}e`
}

const keyed = ['Property', 'MethodDefinition']

function visitNames(node: NamedNode, act: (name: Name, node: NamedNode) => void): void {
	const name = node.property ?? node.exported ?? (keyed.includes(node.type) ? node.key : undefined)
	if (name && !node.computed && shortened.has(name.name ?? '')) act(name, node)
	for (const child of Object.values(node).flat())
		if (typeof child === 'object' && child !== null && typeof child.type === 'string') visitNames(child, act)
}
