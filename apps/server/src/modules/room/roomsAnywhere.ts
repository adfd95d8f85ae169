import { MeetingId, meetingPasswords } from '@parley/core'
import { CloseReason, ParticipantId } from '@parley/room'
import * as v from 'valibot'
import { hasNodeEnded, type NodeCalls } from '../../platform/nodeCalls.ts'
import type { TicketRequest } from './joinTickets.ts'
import type { RoomLog } from './openRooms.ts'
import type { RoomNodes } from './roomNodes.ts'
import type { NamedJoin, RoomService } from './service.ts'

const password = v.picklist(meetingPasswords)
const enterWithJoin = 'room.enterWithJoin'

/** The calls of other modules about the room of a meeting; the first argument is the meeting. */
const argumentsOf = {
	isKnown: v.tuple([MeetingId, v.string()]),
	isFull: v.tuple([MeetingId, v.boolean()]),
	participantCount: v.tuple([MeetingId]),
	claimHost: v.tuple([MeetingId, ParticipantId]),
	setOnAir: v.tuple([MeetingId, v.boolean()]),
	close: v.tuple([MeetingId, CloseReason]),
	warnOfPasswordGuessing: v.tuple([MeetingId, password]),
	endPasswordWarnings: v.tuple([MeetingId, v.array(password)]),
}
type Name = keyof typeof argumentsOf

/** Methods of the service that are answered by the node that has the room. */
type Anywhere = {
	[N in Name]: (...args: Parameters<RoomService[N]>) => Promise<Awaited<ReturnType<RoomService[N]>>>
}
type Method = (...args: unknown[]) => unknown

interface RoomsAnywhereDeps {
	service: RoomService
	roomNodes: RoomNodes
	nodeCalls: Pick<NodeCalls, 'ask' | 'handle'>
	log: RoomLog
}

/** The service for other modules, which do not know which node has a room; a room that is open nowhere is answered for here. */
export function createRoomsAnywhere({ service, roomNodes, nodeCalls, log }: RoomsAnywhereDeps) {
	async function ask(name: Name, args: unknown[]): Promise<unknown> {
		const here = async () => await (service[name] as Method)(...args)
		const other = roomNodes.hasSeveralNodes ? await roomNodes.findOther(args[0] as MeetingId) : undefined
		if (!other) return await here()
		try {
			return await nodeCalls.ask(other, `room.${name}`, args)
		} catch (error) {
			if (await hasNodeEnded(error, () => roomNodes.removeIfEnded(other))) return await here()
			// The node that has the room finds the end in the database.
			if (name !== 'close') throw error
			log.error({ err: error, meetingId: args[0] }, 'the node of a room was not told that it ends')
			return await here()
		}
	}

	const anywhere = {} as Record<Name, Method>
	for (const [key, schema] of Object.entries(argumentsOf)) {
		const name = key as Name
		anywhere[name] = (...args) => ask(name, args)
		nodeCalls.handle(`room.${name}`, schema as v.GenericSchema<unknown, unknown[]>, args =>
			(service[name] as Method)(...args),
		)
	}
	nodeCalls.handle(enterWithJoin, v.object({ ticket: v.string(), connection: v.string() }), service.enterWithJoin)

	/** The join does not wait for it: without an answer of the room its page enters by itself. */
	function askOthersToEnter(join: NamedJoin) {
		for (const node of roomNodes.others())
			nodeCalls.ask(node, enterWithJoin, join).catch((error: unknown) => {
				log.info({ err: error, node: node.id }, 'another node was not asked for the socket of a join')
			})
	}

	return {
		...service,
		...(anywhere as Anywhere),
		/** @param connection the socket that enters with it at once, if the page has connected ahead, to any node (ROOM-89) */
		async issueTicket(request: TicketRequest, connection?: string): Promise<{ ticket: string }> {
			const issued = await service.issueTicket(request)
			const join = connection === undefined ? undefined : { ...issued, connection }
			if (join && !service.enterWithJoin(join)) askOthersToEnter(join)
			return issued
		},
	}
}
/** The rooms of all nodes, as other modules use them. */
export type Rooms = ReturnType<typeof createRoomsAnywhere>
