import type { PersonQuality } from '@parley/api'
import { unreachable } from '@parley/core'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { CollapsibleRow } from '../../ui/index.ts'
import type { MeetingMoments } from '../meeting/index.ts'
import styles from './QualityList.module.css'
import { byVerdict, type Verdict } from './verdict.ts'

/** How the meeting was for each person, in a sentence, worst first; the figures are behind it (ROOM-169). */
export function QualityList({ people, moments }: { people: readonly PersonQuality[]; moments: MeetingMoments }) {
	return (
		<ul className={styles.list}>
			{byVerdict(people).map(({ person, verdict }) => (
				<li key={person.id}>
					<PersonRow person={person} verdict={verdict} moments={moments} />
				</li>
			))}
		</ul>
	)
}

interface PersonRowProps {
	person: PersonQuality
	verdict: Verdict
	moments: MeetingMoments
}

function PersonRow({ person, verdict, moments }: PersonRowProps) {
	const [isOpen, setIsOpen] = useState(false)
	const label = (
		<span className={styles.row}>
			<VerdictIcon kind={verdict.kind} />
			<span className={styles.sentence}>{sentenceOf(person, verdict, moments)}</span>
		</span>
	)
	return (
		<CollapsibleRow label={label} open={isOpen} onOpenChange={setIsOpen}>
			<dl className={styles.figures}>
				{figuresOf(person, moments).map(([name, value]) => (
					<div key={name} className={styles.figure}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</CollapsibleRow>
	)
}

function VerdictIcon({ kind }: Pick<Verdict, 'kind'>) {
	const Icon = kind === 'good' ? CircleCheck : kind === 'unknown' ? CircleHelp : CircleAlert
	const tone = kind === 'good' ? styles.good : kind === 'unknown' ? styles.unknown : styles.bad
	return <Icon className={clsx(styles.icon, tone)} aria-hidden="true" />
}

function sentenceOf({ name: typed, isGuest }: PersonQuality, verdict: Verdict, moments: MeetingMoments): string {
	const name = isGuest ? m.report_guest_name({ name: typed }) : typed || m.report_deleted_account()
	switch (verdict.kind) {
		case 'disconnected': {
			const { times } = verdict
			return times === 1 ? m.report_line_lost_once({ name }) : m.report_line_lost({ name, times })
		}
		case 'sound': {
			const { seconds, at } = verdict
			return at === undefined
				? m.report_line_sound({ name, seconds })
				: m.report_line_sound_at({ name, seconds, time: moments.time(at) })
		}
		case 'freeze': {
			const { seconds, at } = verdict
			return at === undefined
				? m.report_line_freeze({ name, seconds })
				: m.report_line_freeze_at({ name, seconds, time: moments.time(at) })
		}
		case 'upload':
			return m.report_line_upload({ name })
		case 'download':
			return m.report_line_download({ name })
		case 'slow':
			return m.report_line_slow({ name, seconds: verdict.seconds })
		case 'good':
			return m.report_line_good({ name })
		case 'unknown':
			return m.report_line_unknown({ name })
		default:
			return unreachable(verdict)
	}
}

function figuresOf(person: PersonQuality, moments: MeetingMoments): [name: string, value: string][] {
	const { joinedAt, leftAt, joinMs, firstFrameMs, freezes, freezeMs, concealedMs, reconnects } = person
	const { lostPercent, sentLostPercent, receivedHeight, sentHeight } = person
	const there = leftAt === undefined ? m.report_still_there() : moments.time(leftAt)
	const times: [string, string][] = [[m.report_figure_there(), `${moments.time(joinedAt)}–${there}`]]
	if (!person.isReported) return times
	const pixels = (height: number) => (height === 0 ? m.report_none() : `${height}p`)
	return [
		...times,
		[m.report_figure_join(), secondsText(joinMs)],
		[m.report_figure_first_frame(), secondsText(firstFrameMs)],
		[m.report_figure_sound(), secondsText(concealedMs)],
		[m.report_figure_freezes(), `${secondsText(freezeMs)} · ${freezes}`],
		[m.report_figure_lost(), `${lostPercent} %`],
		[m.report_figure_sent_lost(), `${sentLostPercent} %`],
		[m.report_figure_reconnects(), String(reconnects)],
		[m.report_figure_received(), pixels(receivedHeight)],
		[m.report_figure_sent(), pixels(sentHeight)],
	]
}

const secondsText = (ms: number | undefined): string =>
	ms === undefined ? m.report_none() : m.report_seconds({ seconds: Math.round(ms / 100) / 10 })
