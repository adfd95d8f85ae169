import { createHash } from 'node:crypto'
import {
	type CompanyId,
	dayBounds,
	formatWireDay,
	type Instant,
	MeetingId,
	type SiteId,
	UserId,
	wallClock,
} from '@parley/core'
import * as v from 'valibot'
import { liveDefaults, type NewMeetingRow, settingDefaults } from '../modules/meeting/index.ts'
import { mainSite, oaCompany, oaSite, parleyDemo } from './sites.ts'

/**
 * Meetings of Parley Demo. Ids and topics are fixed; times are relative to the day of the last refresh.
 *
 * | id        | what it shows                      | when                          | notes                            |
 * |-----------|------------------------------------|-------------------------------|----------------------------------|
 * | 384620917 | in progress                        | 25 minutes ago, for 3 hours   | open to guests                   |
 * | 260418375 | not started, soon                  | in 10 minutes                 | the host opens it                |
 * | 571903264 | a guest walks in                   | in 5 minutes, for 4 hours     | the host need not be there       |
 * | 730582146 | with a password                    | in 30 minutes                 | 123456; host need not be there   |
 * | 648031529 | private                            | in 45 minutes                 | members only                     |
 * | 915274608 | ended                              | 2 hours ago, for 45 minutes   |                                  |
 * | 306859471 | English topic                      | 14:00                         |                                  |
 * | 817340952 | a topic of 200 characters          | 15:30                         |                                  |
 * | 534871206 | hosted by lilei                    | 10:00                         |                                  |
 * | 872046195 | private, with a password           | 16:30                         | 123456                           |
 * | 492617385 | evening                            | 20:00                         |                                  |
 * | 159472683 | recurring, daily                   | 09:30                         |                                  |
 * | 623198504 | recurring, weekly on this weekday  | 11:00                         |                                  |
 * | 748215396 | recurring, monthly on this date    | 17:00                         |                                  |
 * | 295063817 | recurring without a fixed time     | always                        | the host need not be there       |
 * | 486130297 | recurring, daily, of lilei         | 18:30                         | for department 1002 and below    |
 * | 706852431 | private, for some                  | 21:00                         | for hanmei and department 1004   |
 *
 * Lives: 384620917 is on air, 730582146 too and has the password 123456, 260418375 has not started, 915274608 is over and
 * has a recording.
 *
 * In addition five of tomorrow (`tomorrowIds`) and 120 of the past (`historyIds`). Host password: `Host-2026`.
 */
export const meetingIds = {
	inProgress: '384620917',
	soon: '260418375',
	walkIn: '571903264',
	withPassword: '730582146',
	private: '648031529',
	ended: '915274608',
	english: '306859471',
	longTopic: '817340952',
	ofLilei: '534871206',
	privateWithPassword: '872046195',
	evening: '492617385',
	daily: '159472683',
	weekly: '623198504',
	monthly: '748215396',
	always: '295063817',
	forDepartment: '486130297',
	forSome: '706852431',
} as const

/**
 * Meetings of Parley OA, all of them for some (`oa.localhost`).
 *
 * | id        | what it shows                      | when                          | for                              |
 * |-----------|------------------------------------|-------------------------------|----------------------------------|
 * | 359204816 | in progress, of hanmei             | 15 minutes ago, for 2 hours   | 信息中心 (1002), lilei           |
 * | 618473052 | of lilei, private                  | in 40 minutes                 | 华东分公司 (1004) and below      |
 * | 840517263 | recurring, weekly on this weekday  | 16:00                         | 集团总部 (1001) and below        |
 */
export const oaMeetingIds = { inProgress: '359204816', private: '618473052', weekly: '840517263' } as const

export const historyCount = 120
/** A fixed 9-digit id derived from a name. */
const createFixedId = (name: string): string =>
	String(100_000_000 + (createHash('sha256').update(`parley demo ${name}`).digest().readUInt32BE() % 900_000_000))

export const historyIds: readonly string[] = Array.from({ length: historyCount }, (_, n) =>
	createFixedId(`history ${n}`),
)
const tomorrowIds: readonly string[] = Array.from({ length: 5 }, (_, n) => createFixedId(`tomorrow ${n}`))

export const demoZone = 'Asia/Shanghai'
export const hostPassword = 'Host-2026'
export const meetingPassword = '123456'

/** A live that anyone with the link may watch. */
const openLive = { hasLive: true, liveNeedsLogin: false }

const reviewIntroduction =
	'<h2>移动端二期</h2><p>一起看二期要做的功能，随时可以在<strong>讨论</strong>里留言，在<strong>提问</strong>里提问。</p><ul><li><p>需求回顾</p></li><li><p>原型演示</p></li><li><p>答疑</p></li></ul><p>This broadcast of the demo shows a short film in a loop.</p>'
const weeklyIntroduction =
	'<p>本周进展与下周计划。主持人开播后，这里会自动开始播放。</p><p>The host starts this broadcast in the live studio.</p>'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Id of a demo person; people of the main site have no site in it. */
export const personId = (name: string, siteId: SiteId = mainSite): UserId =>
	v.parse(UserId, siteId === mainSite ? `demo_${name}` : `${siteId}_${name}`)

export const departmentId = (number: string, companyId: CompanyId = parleyDemo): string =>
	companyId === parleyDemo ? `demo_${number}` : `${companyId}_${number}`

/** Primary key of a demo meeting; meetings made by people have another prefix. */
export const rowId = (meetingId: string): string => `demo_${meetingId}`

interface PlannedMeeting {
	id: string
	topic: string
	startAt: Instant
	durationS?: number
	host?: string
	/** Login names and department numbers of the invitees; if both are empty, the whole company. */
	people?: string[]
	departments?: string[]
	fields?: Partial<NewMeetingRow>
}

interface MeetingOwner {
	siteId: SiteId
	companyId: CompanyId
}
const parley: MeetingOwner = { siteId: mainSite, companyId: parleyDemo }
const oa: MeetingOwner = { siteId: oaSite, companyId: oaCompany }

/** All demo meetings as of an instant. A pure function, so that a refresh can compute them again. */
export function planMeetings(now: Instant): NewMeetingRow[] {
	const bounds = dayBounds(formatWireDay(now, demoZone), demoZone)
	if (!bounds) throw new Error('the clock shows no day')
	const today = { ...bounds, now }
	const ofParley = [
		meetingsAroundNow,
		meetingsAtFixedTimes,
		recurringMeetings,
		meetingsForSome,
		meetingsOfTomorrow,
		pastMeetings,
	].flatMap(plan => plan(today))
	return [
		...ofParley.map(wanted => toMeetingRow(wanted, today, parley)),
		...meetingsOfOa(today).map(wanted => toMeetingRow(wanted, today, oa)),
	]
}

interface DayBounds {
	from: Instant
	to: Instant
	now: Instant
}

/** Instants in whole minutes from now, limited to today, so that "soon" never becomes tomorrow. */
const offsetFromNow =
	({ from, to, now }: DayBounds) =>
	(minutes: number): Instant =>
		Math.min(Math.max(Math.floor(now / minute) * minute + minutes * minute, from), to - minute)

function meetingsAroundNow(today: DayBounds): PlannedMeeting[] {
	const at = offsetFromNow(today)
	const open = { hostMustOpen: false }
	const runningSince = at(-25)
	const endedAt = at(-75)
	return [
		{
			id: meetingIds.ended,
			topic: '早间简报',
			startAt: at(-120),
			durationS: Math.max((endedAt - at(-120)) / 1000, 60),
			fields: { status: 9, ...openLive },
		},
		{
			id: meetingIds.inProgress,
			topic: '需求评审：移动端二期',
			startAt: runningSince,
			durationS: 3 * 3600,
			fields: {
				...open,
				status: 2,
				startedAt: runningSince,
				...openLive,
				freeTalk: true,
				introduction: reviewIntroduction,
			},
		},
		{ id: meetingIds.walkIn, topic: '访客接待', startAt: at(5), durationS: 4 * 3600, fields: open },
		{
			id: meetingIds.soon,
			topic: '产品周会',
			startAt: at(10),
			fields: { ...openLive, introduction: weeklyIntroduction },
		},
		{
			id: meetingIds.withPassword,
			topic: '客户演示',
			startAt: at(30),
			fields: { ...open, password: meetingPassword, ...openLive, livePassword: meetingPassword },
		},
		{ id: meetingIds.private, topic: '薪酬方案讨论', startAt: at(45), fields: { isPrivate: true } },
	]
}

const longTopic = Array.from(
	'关于新一代视频会议产品在多分支机构环境下的部署方案、网络质量评估、终端兼容性测试、数据迁移步骤、用户培训安排以及上线后服务支持流程的跨部门联合讨论会:'.repeat(
		4,
	),
)
	.slice(0, 199)
	.join('')
	.concat('会')

function meetingsAtFixedTimes({ from }: DayBounds): PlannedMeeting[] {
	const at = (hours: number) => from + hours * hour
	return [
		{ id: meetingIds.ofLilei, topic: '后端候选人面试', startAt: at(10), host: 'lilei' },
		{ id: meetingIds.english, topic: 'Roadmap sync with Harbour Labs', startAt: at(14), durationS: 5_400 },
		{ id: meetingIds.longTopic, topic: longTopic, startAt: at(15.5) },
		{
			id: meetingIds.privateWithPassword,
			topic: '季度预算',
			startAt: at(16.5),
			host: 'manager',
			fields: { isPrivate: true, password: meetingPassword },
		},
		{ id: meetingIds.evening, topic: '晚间发布复盘', startAt: at(20) },
	]
}

const recurringMeetingFactory =
	({ from }: DayBounds) =>
	(id: string, topic: string, hours: number, repeatType: number, repeatCondition: number): PlannedMeeting => ({
		id,
		topic,
		startAt: from + hours * hour,
		fields: { isRecurring: true, repeatType, repeatCondition, repeatSecond: hours * 3600, createdAt: from - 60 * day },
	})

function recurringMeetings(today: DayBounds): PlannedMeeting[] {
	const { weekday, day: dayOfMonth } = wallClock(today.from, demoZone)
	const room = recurringMeetingFactory(today)
	const always = room(meetingIds.always, '研发部技术交流', 0, 0, 0)
	return [
		room(meetingIds.daily, '每日站会', 9.5, 1, 0),
		room(meetingIds.weekly, '设计评审', 11, 2, weekday),
		room(meetingIds.monthly, '月度经营分析', 17, 3, dayOfMonth),
		{ ...always, fields: { ...always.fields, hostMustOpen: false } },
	]
}

function meetingsForSome(today: DayBounds): PlannedMeeting[] {
	return [
		{
			...recurringMeetingFactory(today)(meetingIds.forDepartment, '研发每日收尾', 18.5, 1, 0),
			host: 'lilei',
			departments: ['1002'],
		},
		{
			id: meetingIds.forSome,
			topic: '新品定价闭门会',
			startAt: today.from + 21 * hour,
			host: 'manager',
			people: ['hanmei'],
			departments: ['1004'],
			fields: { isPrivate: true },
		},
	]
}

function meetingsOfOa(today: DayBounds): PlannedMeeting[] {
	const at = offsetFromNow(today)
	const runningSince = at(-15)
	const { weekday } = wallClock(today.from, demoZone)
	return [
		{
			id: oaMeetingIds.inProgress,
			topic: '信息系统月度例会',
			startAt: runningSince,
			durationS: 2 * 3600,
			people: ['lilei'],
			departments: ['1002'],
			fields: { hostMustOpen: false, status: 2, startedAt: runningSince },
		},
		{
			id: oaMeetingIds.private,
			topic: '华东区域业务评审',
			startAt: at(40),
			host: 'lilei',
			departments: ['1004'],
			fields: { isPrivate: true },
		},
		{
			...recurringMeetingFactory(today)(oaMeetingIds.weekly, '集团周会', 16, 2, weekday),
			host: 'admin',
			departments: ['1001'],
		},
	]
}

const tomorrowTopics = ['迭代计划', 'Customer advisory board', '市场活动筹备', '安全培训', '供应商沟通']

const meetingsOfTomorrow = ({ to }: DayBounds): PlannedMeeting[] =>
	tomorrowIds.map((id, n) => ({
		id,
		topic: tomorrowTopics[n] ?? '例会',
		startAt: to + (9 + n * 1.5) * hour,
		host: n % 2 === 0 ? 'hanmei' : 'lilei',
	}))

const pastTopics = [
	'项目例会',
	'接口联调',
	'Sprint review',
	'用户访谈回顾',
	'版本验收',
	'Hiring panel',
	'运营数据解读',
	'技术分享',
	'渠道沟通',
	'设计走查',
]
/** Yesterday fills more than one page of the list; the rest is spread over the 27 days before. */
const yesterdayCount = 12
const perDay = 4

function pastMeetings({ from }: DayBounds): PlannedMeeting[] {
	const hosts = ['hanmei', 'hanmei', 'lilei', 'operator']
	return historyIds.map((id, n) => {
		const isYesterday = n < yesterdayCount
		const daysAgo = isYesterday ? 1 : 2 + Math.floor((n - yesterdayCount) / perDay)
		const hours = isYesterday ? 8.5 + n : 9.5 + ((n - yesterdayCount) % perDay) * 2
		return {
			id,
			topic: `${pastTopics[n % pastTopics.length]} ${n + 1}`,
			startAt: from - daysAgo * day + hours * hour,
			durationS: 2_700,
			host: hosts[n % hosts.length] ?? 'hanmei',
		}
	})
}

function toMeetingRow(
	{ id, topic, startAt, durationS = 3600, host = 'hanmei', people = [], departments = [], fields = {} }: PlannedMeeting,
	{ from, now }: DayBounds,
	{ siteId, companyId }: MeetingOwner,
): NewMeetingRow {
	const endAt = startAt + durationS * 1000
	const createdAt = Math.min(now, startAt, from) - 2 * day
	return {
		id: rowId(id),
		meetingId: v.parse(MeetingId, id),
		siteId,
		companyId,
		creatorId: personId(host, siteId),
		hostId: personId(host, siteId),
		topic,
		zone: demoZone,
		startAt,
		endAt,
		durationS,
		status: endAt <= now && !fields.isRecurring ? 9 : 1,
		isPrivate: false,
		isInvitedOnly: people.length + departments.length > 0,
		isLocked: false,
		waitingRoomNow: null,
		...settingDefaults,
		...liveDefaults,
		password: null,
		hostPassword,
		isRecurring: false,
		repeatType: 0,
		repeatCondition: 0,
		repeatSecond: (startAt - from) / 1000,
		startedAt: null,
		endedAt: null,
		createdAt,
		updatedAt: createdAt,
		invited: {
			people: people.map(name => personId(name, siteId)),
			departmentIds: departments.map(number => departmentId(number, companyId)),
		},
		...fields,
	}
}
