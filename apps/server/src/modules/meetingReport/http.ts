import { meetingReport } from '@parley/api'
import { ok } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { ActivityPerson, RoomActivity } from '../room/index.ts'
import type { PersonQuality } from './quality.ts'
import type { MeetingReports } from './service.ts'

export const meetingReportHttp = (reports: MeetingReports): CallHandlers =>
	handlers(meetingReport, {
		async activity({ id }, { member }) {
			const read = await reports.readActivity(member, id)
			return read.ok ? ok({ entries: presentEntries(read.value) }) : read
		},
		rate: ({ visitToken, rating }) => reports.rate(visitToken, rating),
		async quality({ id }, { member }) {
			const read = await reports.readQuality(member, id)
			if (!read.ok) return read
			const { people, ratings } = read.value
			return ok({ people: people.map(presentQuality), ...ratings })
		},
	})

/** Members are told apart by numbers, because the ids of accounts are nobody else's. */
function presentEntries(entries: readonly RoomActivity[]) {
	const numbers = new Map<string, number>()
	const numberOf = (userId: string): number => {
		const number = numbers.get(userId) ?? numbers.size + 1
		numbers.set(userId, number)
		return number
	}
	const presentPerson = ({ name, userId }: ActivityPerson) => ({
		name,
		isGuest: userId === null,
		...(userId !== null && { person: numberOf(userId) }),
	})
	return entries.map(({ at, action, actor, target, detail }) => ({
		at,
		action,
		...(actor && { actor: presentPerson(actor) }),
		...(target && { target: presentPerson(target) }),
		...(detail !== null && { detail }),
	}))
}

const presentQuality = ({
	userId,
	leftAt,
	joinMs,
	firstFrameMs,
	worstFreezeAt,
	worstSoundAt,
	...rest
}: PersonQuality) => ({
	...rest,
	isGuest: userId === null,
	...(leftAt !== null && { leftAt }),
	...(joinMs !== null && { joinMs }),
	...(firstFrameMs !== null && { firstFrameMs }),
	...(worstFreezeAt !== null && { worstFreezeAt }),
	...(worstSoundAt !== null && { worstSoundAt }),
})
