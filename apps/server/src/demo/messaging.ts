import type { Instant, SiteId } from '@parley/core'
import { GroupId, groupTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import {
	createSqlMessagingStore,
	memberRow,
	type NewEvent,
	type NewMember,
	newGroupSettings,
} from '../modules/messaging/index.ts'
import type { Db } from '../platform/db.ts'
import { personId } from './meetings.ts'
import { type DemoPerson, demoPassword, hanmei, lilei } from './people.ts'
import { demoSites, mainSite } from './sites.ts'

/** A group of these people, and a chat room open to everyone on the site, including guests. */
export const demoGroup = v.parse(GroupId, 'demo-group')
export const demoRoom = v.parse(GroupId, 'demo-room')
const groupSize = 12

const uidOf = (person: DemoPerson, site: SiteId) => v.parse(ImUserId, personId(person.name, site))

/** Creates the group and the room of the main site if they are missing; existing messages stay. */
export async function seedMessaging(db: Db, now: Instant): Promise<void> {
	const store = createSqlMessagingStore(db)
	const appId = v.parse(ImAppId, mainSite)
	if (await store.findGroup(appId, demoGroup)) return
	const others = (demoSites.find(({ id }) => id === mainSite)?.companies[0]?.people ?? []).filter(
		({ name }) => name !== hanmei.name,
	)
	const people = [hanmei, ...others.slice(0, groupSize - 1)]
	const owner = uidOf(hanmei, mainSite)
	const memberOf = (person: DemoPerson): NewMember =>
		memberRow(uidOf(person, mainSite), now, 'here', person === hanmei ? memberRoles.owner : memberRoles.common)
	const messageOf = (person: DemoPerson, content: string, number: number): NewEvent => {
		const { uid, role } = memberOf(person)
		const body = { type: 0, content, sendUserName: person.displayName, role }
		return { name: 'messagesReceived', uid, cmid: `demo-${number}`, body }
	}
	const [, second = hanmei, third = hanmei] = people
	const lines: [DemoPerson, string][] = [
		[hanmei, '欢迎加入 Parley 演示群 👋'],
		[second, 'Hello everybody! Shall we meet at three?'],
		[third, '好的，会议室见。'],
	]
	await store.commit([
		{
			appId,
			now,
			conversation: {
				id: demoGroup,
				create: {
					group: newGroupSettings({
						name: 'Parley Demo',
						announcement: 'Try it out.',
						mucType: groupTypes.COMMON,
						owner,
					}),
				},
				members: people.map(memberOf),
				events: lines.map(([person, content], number) => messageOf(person, content, number)),
			},
		},
		{
			appId,
			now,
			conversation: {
				id: demoRoom,
				create: { group: newGroupSettings({ name: 'Parley Lobby', mucType: groupTypes.CHATROOM, owner }) },
				members: [memberOf(hanmei)],
				events: [messageOf(hanmei, '大厅开放啦。The lobby is open.', 0)],
			},
		},
	])
}

/** Data for the page that tries the messaging SDK with two of these people. */
export const messagingDemo = {
	siteId: mainSite,
	group: demoGroup,
	room: demoRoom,
	password: demoPassword,
	people: [hanmei, lilei].map(person => ({
		name: person.name,
		userId: uidOf(person, mainSite),
		displayName: person.displayName,
	})),
}
