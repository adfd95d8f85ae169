import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Log } from '../../../platform/log.ts'
import type { NodeCalls } from '../../../platform/nodeCalls.ts'
import type { Nodes } from '../../node/index.ts'
import type { OwnedChatRooms } from './ownedChatRooms.ts'

const listPresentCall = 'messaging.listPresent'
const People = v.array(v.object({ uid: ImUserId, name: v.string(), isGuest: v.boolean() }))

interface PresentAnywhereDeps {
	/** Returns the listeners of a room on this node. */
	listHere: OwnedChatRooms['listPresent']
	nodes: Pick<Nodes, 'others'>
	nodeCalls: Pick<NodeCalls, 'ask' | 'handle'>
	log: Pick<Log, 'info'>
}

/** Returns the function that lists the listeners of a room on all nodes, each once; without those of nodes that do not answer. */
export function createPresentAnywhere({ listHere, nodes, nodeCalls, log }: PresentAnywhereDeps) {
	nodeCalls.handle(listPresentCall, v.tuple([ImAppId, GroupId]), ([appId, gid]: [ImAppId, GroupId]) =>
		listHere(appId, gid),
	)
	return async (appId: ImAppId, gid: GroupId): ReturnType<typeof listHere> => {
		const elsewhere = nodes.others().map(async node => {
			try {
				return v.parse(People, await nodeCalls.ask(node, listPresentCall, [appId, gid]))
			} catch (error) {
				log.info({ err: error, node: node.id }, 'another node was not asked who is in a chat room')
				return []
			}
		})
		const all = await Promise.all([listHere(appId, gid), ...elsewhere])
		return [...new Map(all.flat().map(person => [person.uid, person])).values()]
	}
}
