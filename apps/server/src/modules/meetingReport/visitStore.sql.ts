import { callRatings as ratings } from '@parley/api'
import { MeetingId } from '@parley/core'
import { ParticipantId } from '@parley/room'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { RoomVisit } from '../room/index.ts'
import type { QualitySample, Rating, StoredVisit, VisitStore } from './visitStore.ts'

type VisitTables = {
	meeting_visits: {
		visit_id: string
		participant_id: string
		meeting_id: string
		site_id: string
		person_key: string
		user_id: string | null
		name: string
		held_at: number
		joined_at: number
		left_at: number | null
		join_ms: number | null
		first_frame_ms: number | null
		rating: string | null
		node: string | null
	}
	meeting_quality: {
		visit_id: string
		at: number
		freezes: number
		freeze_ms: number
		concealed_ms: number
		received_packets: number
		lost_packets: number
		sent_packets: number
		sent_lost_packets: number
		reconnects: number
		received_height: number
		sent_height: number
	}
	meetings: { meeting_id: string; topic: string }
	nodes: { id: string }
}

export function createSqlVisitStore(database: Db): VisitStore {
	const db = database.$extendTables<VisitTables>()

	async function removeVisits(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return
		await db.transaction().execute(async trx => {
			await trx.deleteFrom('meeting_quality').where('visit_id', 'in', ids).execute()
			await trx.deleteFrom('meeting_visits').where('visit_id', 'in', ids).execute()
		})
	}

	return {
		async begin(visit, node) {
			const { participantId, meetingId, siteId, personKey, userId, name, heldAt, joinedAt } = visit
			await db
				.insertInto('meeting_visits')
				.values({
					visit_id: idOf(visit),
					participant_id: participantId,
					meeting_id: meetingId,
					site_id: siteId,
					person_key: personKey,
					user_id: userId,
					name,
					held_at: heldAt,
					joined_at: joinedAt,
					left_at: null,
					join_ms: null,
					first_frame_ms: null,
					rating: null,
					node,
				})
				.onConflict(conflict => conflict.column('visit_id').doNothing())
				.execute()
		},
		async end(visit, at) {
			await db
				.updateTable('meeting_visits')
				// A person who was forgotten during the visit stays so.
				.set({ left_at: at, name: sql<string>`case when name = '' then '' else ${visit.name} end` })
				.where('visit_id', '=', idOf(visit))
				.execute()
		},
		async addReport(visit, at, { joinMs, firstFrameMs, ...report }) {
			await db
				.insertInto('meeting_quality')
				.values({
					visit_id: idOf(visit),
					at,
					freezes: report.freezes,
					freeze_ms: report.freezeMs,
					concealed_ms: report.concealedMs,
					received_packets: report.receivedPackets,
					lost_packets: report.lostPackets,
					sent_packets: report.sentPackets,
					sent_lost_packets: report.sentLostPackets,
					reconnects: report.reconnects,
					received_height: report.receivedHeight,
					sent_height: report.sentHeight,
				})
				.onConflict(conflict => conflict.columns(['visit_id', 'at']).doNothing())
				.execute()
			const firsts = {
				...(joinMs !== null && { join_ms: joinMs }),
				...(firstFrameMs !== null && { first_frame_ms: firstFrameMs }),
			}
			if (Object.keys(firsts).length === 0) return
			await db.updateTable('meeting_visits').set(firsts).where('visit_id', '=', idOf(visit)).execute()
		},
		async endOfGoneNodes(node) {
			await db
				.updateTable('meeting_visits')
				.set({
					left_at: sql<number>`coalesce((select max(at) from meeting_quality
						where meeting_quality.visit_id = meeting_visits.visit_id), joined_at)`,
				})
				.where('left_at', 'is', null)
				.where(({ and, eb, or, selectFrom }) =>
					or([
						eb('node', 'is', null),
						and([eb('node', '!=', node), eb('node', 'not in', selectFrom('nodes').select('id'))]),
					]),
				)
				.execute()
		},
		async listLast(meetingId) {
			const ofMeeting = db.selectFrom('meeting_visits').where('meeting_id', '=', meetingId)
			const visits = await ofMeeting
				.selectAll()
				.where(
					'held_at',
					'=',
					ofMeeting.select(({ fn }) => fn.max('held_at').as('last')),
				)
				.orderBy('joined_at')
				.orderBy('participant_id')
				.execute()
			const ids = visits.map(visit => visit.visit_id)
			if (ids.length === 0) return []
			const rows = await db
				.selectFrom('meeting_quality')
				.selectAll()
				.where('visit_id', 'in', ids)
				.orderBy('at')
				.execute()
			const samples = Map.groupBy(rows, row => row.visit_id)
			return visits.map(visit => ({
				...visitOf(visit),
				samples: (samples.get(visit.visit_id) ?? []).map(sampleOf),
			}))
		},
		async rate(participantId, rating) {
			const last = await db
				.selectFrom('meeting_visits')
				.select(['visit_id', 'rating'])
				.where('participant_id', '=', participantId)
				.orderBy('joined_at', 'desc')
				.limit(1)
				.executeTakeFirst()
			if (!last) return undefined
			await db.updateTable('meeting_visits').set({ rating }).where('visit_id', '=', last.visit_id).execute()
			return { before: ratingOf(last.rating) }
		},
		async listOpen() {
			const rows = await db
				.selectFrom('meeting_visits')
				.innerJoin('meetings', 'meetings.meeting_id', 'meeting_visits.meeting_id')
				.select(({ fn }) => [
					'meeting_visits.meeting_id',
					'meetings.topic',
					'meeting_visits.held_at',
					// The visit to a server that was lost is open until its row is removed, beside the one to the next server.
					fn.count<number>('participant_id').distinct().as('people'),
				])
				.where('left_at', 'is', null)
				.groupBy(['meeting_visits.meeting_id', 'meetings.topic', 'meeting_visits.held_at'])
				.orderBy('meeting_visits.held_at')
				.execute()
			return rows.map(row => ({
				meetingId: v.parse(MeetingId, row.meeting_id),
				topic: row.topic,
				heldAt: Number(row.held_at),
				people: Number(row.people),
			}))
		},
		async totalsSince(since) {
			const visits = await db
				.selectFrom('meeting_visits')
				.select(({ fn }) => [
					fn.countAll().as('visits'),
					sql<number>`count(distinct meeting_id || ' ' || held_at)`.as('meetings'),
					sql<number | null>`sum(left_at - joined_at)`.as('total_ms'),
					fn.avg('join_ms').as('join_ms'),
					fn.avg('first_frame_ms').as('first_frame_ms'),
					...ratings.map(rating =>
						sql<number | null>`sum(case when rating = ${rating} then 1 else 0 end)`.as(`rated_${rating}` as const),
					),
				])
				.where('joined_at', '>=', since)
				.executeTakeFirstOrThrow()
			const quality = await db
				.selectFrom('meeting_quality')
				.select(({ fn }) => [
					fn.sum('freeze_ms').as('freeze_ms'),
					fn.sum('concealed_ms').as('concealed_ms'),
					fn.sum('received_packets').as('received_packets'),
					fn.sum('lost_packets').as('lost_packets'),
					fn.sum('reconnects').as('reconnects'),
				])
				.where('visit_id', 'in', db.selectFrom('meeting_visits').select('visit_id').where('joined_at', '>=', since))
				.executeTakeFirstOrThrow()
			const mean = (value: number | string | null) => (value === null ? null : Math.round(Number(value)))
			return {
				meetings: Number(visits.meetings),
				visits: Number(visits.visits),
				totalMs: Number(visits.total_ms ?? 0),
				freezeMs: Number(quality.freeze_ms ?? 0),
				concealedMs: Number(quality.concealed_ms ?? 0),
				receivedPackets: Number(quality.received_packets ?? 0),
				lostPackets: Number(quality.lost_packets ?? 0),
				reconnects: Number(quality.reconnects ?? 0),
				joinMs: mean(visits.join_ms),
				firstFrameMs: mean(visits.first_frame_ms),
				ratings: {
					poor: Number(visits.rated_poor ?? 0),
					ok: Number(visits.rated_ok ?? 0),
					great: Number(visits.rated_great ?? 0),
				},
			}
		},
		async removeBegunBefore(before, limit) {
			const old = await db
				.selectFrom('meeting_visits')
				.select('visit_id')
				.where('joined_at', '<', before)
				.where('left_at', 'is not', null)
				.limit(limit)
				.execute()
			await removeVisits(old.map(row => row.visit_id))
			return old.length
		},
		async forgetPerson(userId) {
			await db.updateTable('meeting_visits').set({ name: '' }).where('user_id', '=', userId).execute()
		},
		async forget(meetingId) {
			const all = await db.selectFrom('meeting_visits').select('visit_id').where('meeting_id', '=', meetingId).execute()
			await removeVisits(all.map(row => row.visit_id))
		},
	}
}

const idOf = ({ participantId, joinedAt }: Pick<RoomVisit, 'participantId' | 'joinedAt'>): string =>
	`${participantId} ${joinedAt}`

const visitOf = (row: VisitTables['meeting_visits']): StoredVisit => ({
	participantId: v.parse(ParticipantId, row.participant_id),
	meetingId: v.parse(MeetingId, row.meeting_id),
	siteId: row.site_id,
	personKey: row.person_key,
	userId: row.user_id,
	name: row.name,
	heldAt: Number(row.held_at),
	joinedAt: Number(row.joined_at),
	leftAt: numberOf(row.left_at),
	joinMs: numberOf(row.join_ms),
	firstFrameMs: numberOf(row.first_frame_ms),
	rating: ratingOf(row.rating),
})

const ratingOf = (stored: string | null): Rating | null => ratings.find(rating => rating === stored) ?? null

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value))

const sampleOf = (row: VisitTables['meeting_quality']): QualitySample => ({
	at: Number(row.at),
	freezes: Number(row.freezes),
	freezeMs: Number(row.freeze_ms),
	concealedMs: Number(row.concealed_ms),
	receivedPackets: Number(row.received_packets),
	lostPackets: Number(row.lost_packets),
	sentPackets: Number(row.sent_packets),
	sentLostPackets: Number(row.sent_lost_packets),
	reconnects: Number(row.reconnects),
	receivedHeight: Number(row.received_height),
	sentHeight: Number(row.sent_height),
})
