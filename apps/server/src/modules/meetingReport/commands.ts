import { cleanText, type Instant, MeetingId, meetingStatus, type Result } from '@parley/core'
import { InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import {
	type AddCommands,
	type CommandContext,
	type CommandResult,
	commandGroup,
	failure,
	success,
} from '../../platform/command.ts'
import { table } from '../../platform/table.ts'
import { createSqlMeetingStore } from '../meeting/index.ts'
import { createSqlEndRequestStore, listRoomAddresses } from '../room/index.ts'
import { type PersonQuality, qualityByPerson } from './quality.ts'
import { visitDays } from './service.ts'
import { createSqlVisitStore } from './visitStore.sql.ts'

const dayMs = 86_400_000

/** Adds `parley room …`. */
export const addRoomCommands: AddCommands = (parley, { withContext }) => {
	const room = commandGroup(parley, 'room').description('meetings that are being held, and how they went')
	room
		.command('list')
		.description('meetings with people in their room')
		.action(() => withContext(listRooms))
	room
		.command('show <meeting>')
		.description('the people of one meeting, and how it is on their lines')
		.action(meeting => withContext(context => showRoom(context, meeting)))
	room
		.command('end <meeting>')
		.description('end a meeting; people are told that an administrator ended it')
		.action(meeting => withContext(context => endRoom(context, meeting)))
	room
		.command('stats')
		.description('figures and ratings of the meetings of the last days')
		.option('--days <days>', `number of days, at most ${visitDays}`, parseDays, visitDays)
		.action(({ days }) => withContext(context => showStats(context, days)))
}

function parseDays(text: string): number {
	const days = Number(text)
	if (Number.isInteger(days) && days >= 1 && days <= visitDays) return days
	throw new InvalidArgumentError(
		`A whole number from 1 to ${visitDays}, because visits are kept for ${visitDays} days.`,
	)
}

async function listRooms({ db, clock }: CommandContext): Promise<CommandResult> {
	const open = await createSqlVisitStore(db).listOpen()
	if (open.length === 0) return success('Nobody is in a meeting.')
	const now = clock.now()
	const addresses = await listRoomAddresses(db)
	const serverCell = (text: string) => (addresses.size > 0 ? [text] : [])
	const rows = open.map(({ meetingId, topic, heldAt, people }) => [
		meetingId,
		String(people),
		durationText(now - heldAt),
		...serverCell(addresses.get(meetingId) ?? ''),
		cleanText(topic),
	])
	return success(...table([['MEETING', 'PEOPLE', 'SINCE', ...serverCell('SERVER'), 'TOPIC'], ...rows]))
}

async function showRoom(context: CommandContext, typed: string): Promise<CommandResult> {
	const found = await findMeeting(context, typed)
	if (!found.ok) return found
	const { meetingId, topic } = found.value
	const visits = await createSqlVisitStore(context.db).listLast(meetingId)
	if (visits.length === 0) return success(`Nobody has been in "${topic}" in the last ${visitDays} days.`)
	const now = context.clock.now()
	const people = qualityByPerson(visits)
	const present = people.filter(({ leftAt }) => leftAt === null).length
	const rows = people.map(person => [
		cleanText(person.name),
		person.userId === null ? 'guest' : 'member',
		person.leftAt === null ? `in for ${durationText(now - person.joinedAt)}` : `left ${utcText(person.leftAt)}`,
		...lineCells(person),
	])
	const head = ['NAME', 'ACCOUNT', 'STATE', 'SOUND LOST', 'FROZEN', 'LOST IN', 'LOST OUT', 'RECONNECTS']
	return success(`${topic}: ${present} in the room, ${people.length} in all`, ...table([head, ...rows]))
}

function lineCells(person: PersonQuality): string[] {
	if (!person.isReported) return ['', '', '', '', '']
	return [
		secondsText(person.concealedMs),
		secondsText(person.freezeMs),
		`${person.lostPercent} %`,
		`${person.sentLostPercent} %`,
		String(person.reconnects),
	]
}

async function endRoom(context: CommandContext, typed: string): Promise<CommandResult> {
	const found = await findMeeting(context, typed)
	if (!found.ok) return found
	const { meetingId, topic, status } = found.value
	if (status !== meetingStatus.inProgress) return failure(`"${topic}" is not in progress`)
	await createSqlEndRequestStore(context.db).add(meetingId, context.clock.now())
	return success(`"${topic}" ends: a running server does it within seconds, and tells everyone in it.`)
}

async function showStats({ db, clock }: CommandContext, days: number): Promise<CommandResult> {
	const totals = await createSqlVisitStore(db).totalsSince(clock.now() - days * dayMs)
	const { meetings, visits, totalMs, joinMs, firstFrameMs, freezeMs, concealedMs, reconnects, ratings } = totals
	const packets = totals.receivedPackets + totals.lostPackets
	const lost = packets === 0 ? 0 : Math.round((totals.lostPackets / packets) * 1_000) / 10
	const rows = [
		['meetings held', String(meetings)],
		['visits', String(visits)],
		['time in meetings', durationText(totalMs)],
		['mean time to connect', joinMs === null ? 'not reported' : secondsText(joinMs)],
		['mean time to the first picture', firstFrameMs === null ? 'not reported' : secondsText(firstFrameMs)],
		['sound lost', secondsText(concealedMs)],
		['pictures frozen', secondsText(freezeMs)],
		['packets lost', `${lost} %`],
		['reconnects', String(reconnects)],
		['ratings', `${ratings.great} great, ${ratings.ok} ok, ${ratings.poor} poor`],
	]
	return success(`Last ${days === 1 ? 'day' : `${days} days`}:`, ...table(rows))
}

async function findMeeting({ db }: CommandContext, typed: string) {
	const id = v.safeParse(MeetingId, typed.replaceAll(' ', ''))
	const meeting = id.success ? await createSqlMeetingStore(db).find(id.output) : undefined
	if (!meeting) return failure(`No meeting ${typed}`)
	const { meetingId, status } = meeting
	return { ok: true, value: { meetingId, status, topic: cleanText(meeting.topic) } } satisfies Result<object, never>
}

function durationText(ms: number): string {
	const minutes = Math.floor(ms / 60_000)
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10} s`
const utcText = (at: Instant): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
