import { groupTypes } from '@parley/im'
import { type Attack, Client, signIn, withServer } from './attack.ts'
import { type Messaging, openMessaging } from './messaging.ts'

const rooms = 699
/** Each creates as many groups as permitted in an hour. */
const attackers = ['hanmei', 'admin', 'manager', 'operator', 'oa.wang', '13800000001']
const groupsOfEach = 82
/** Groups of each attacker that are also handed over. */
const handedOverOfEach = 25

export const attack: Attack = {
	tried: `${rooms} chat rooms created by one member; another member added to ${attackers.length * groupsOfEach} groups by ${attackers.length} others, and given ${attackers.length * handedOverOfEach} of them`,
	run: () =>
		withServer({}, async server => {
			const open = async (name: string) =>
				openMessaging(server.url, {}, await signIn(await new Client(server.url).visit(), name))
			const [maker, victim] = [await open('lilei'), await open('scanner')]
			const before = (await victim.call('groupList', {})).list.length
			const made = await repeat(rooms, () => maker.call('groupCreate', { name: 'Room', mucType: groupTypes.CHATROOM }))

			const others: Messaging[] = []
			for (const name of attackers) others.push(await open(name))
			for (const other of others) {
				const groups = await repeat(groupsOfEach, () =>
					other.call('groupCreate', { name: 'Group', userIds: [victim.uid] }),
				)
				for (const { gid } of groups.slice(-handedOverOfEach))
					await other.call('groupChangeOwner', { gid, userId: victim.uid })
			}
			const putInto: Group[] = (await victim.call('groupList', {})).list
			const own = await repeat(5, () => victim.call('groupCreate', { name: 'Mine' }))
			const gids = putInto.map(({ gid }) => gid)
			const { left = [] } = await victim.call('groupLeaveMany', { gids: gids.slice(-300) })
			const stays = putInto.slice(-300).filter(({ gid, owner }) => !left.includes(gid) && owner !== victim.uid).length
			for (const messaging of [maker, victim, ...others]) messaging.close()
			return {
				result: `${made.length} rooms were created, the others refused; the member was added to ${putInto.length - before} groups and given ${putInto.filter(({ owner }) => owner === victim.uid).length} of them, created ${own.length} of 5 of their own, and left the other ${left.length} in one call`,
				holds:
					made.length <= 60 && putInto.length - before <= 300 && own.length === 5 && left.length > 0 && stays === 0,
			}
		}),
}

interface Group {
	gid: string
	owner: string
}

/** Makes calls, and returns the answers that were not refused. */
async function repeat(times: number, call: () => ReturnType<Messaging['call']>) {
	const done: { gid: string }[] = []
	for (let count = 0; count < times; count++) {
		const answer = await call()
		if (answer.code === 0) done.push(answer)
	}
	return done
}
