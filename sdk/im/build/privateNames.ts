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

/** Of what an application is given or gives. */
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
 * Properties of what parts of the SDK are to each other: never on the wire, in the storage, in the API or in the browser,
 * which a test holds. The names weigh more than what is done with them.
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

/** Of what a part makes for itself alone. */
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

/** No property is called so elsewhere. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const shortNames = new Map(
	[...localNames, ...privateNames].map((name, index) => [
		name as string,
		`${letters[index % 52]}${['', '_'][Math.floor(index / 52)]}`,
	]),
)

interface Node {
	type: string
	start: number
	end: number
}
interface Key extends Node {
	key?: Node & { name?: string }
	property?: Node & { name?: string }
	computed?: boolean
	shorthand?: boolean
}

/** The same code with {@link privateNames} and {@link localNames} cut short wherever they are properties. */
export function shortenPrivateNames(code: string, program: ESTree.Program): string {
	const edits: { start: number; end: number; text: string }[] = []
	visit(program as unknown as Key, node => {
		const name = node.type === 'MemberExpression' ? node.property : isKeyed(node) ? node.key : undefined
		const short = node.computed ? undefined : shortNames.get(name?.name ?? '')
		if (!name || !short) return
		if (node.shorthand) edits.push({ start: name.start, end: name.start, text: `${short}:` })
		else edits.push({ start: name.start, end: name.end, text: short })
	})
	edits.sort((a, b) => a.start - b.start)
	let shortened = ''
	let place = 0
	for (const { start, end, text } of edits) {
		shortened += code.slice(place, start) + text
		place = end
	}
	return shortened + code.slice(place)
}

const isKeyed = ({ type }: Key) => type === 'Property' || type === 'MethodDefinition'

function visit(node: Key, act: (node: Key) => void): void {
	act(node)
	for (const child of Object.values(node).flat())
		if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child, act)
}
