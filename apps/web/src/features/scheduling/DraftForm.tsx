import { digitsWhileTyping, type Instant, limits, topicWhileTyping } from '@parley/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import {
	Aloud,
	Button,
	lazyComponent,
	PasswordField,
	Section,
	SwitchRow,
	TextField,
	whileTyping,
} from '../../ui/index.ts'
import { durationLabel, formatTimeOfDay, meetingStart, recurrenceLabel } from '../meeting/index.ts'
import styles from './DraftForm.module.css'
import { DraftRow } from './DraftRow.tsx'
import { type ChosenHost, type Draft, type DraftField, hasStart } from './draft.ts'
import { attendeesWords, faultWords, startWords } from './draftWords.ts'
import { newHostPassword, randomBelow } from './hostPassword.ts'
import type { DraftAtHand } from './useDraft.ts'

const StartSheet = lazyComponent(async () => (await import('./StartSheet.tsx')).StartSheet, { overlay: true })
const DurationSheet = lazyComponent(async () => (await import('./DurationSheet.tsx')).DurationSheet, { overlay: true })

/** What is chosen on a screen of its own. */
export type DraftVisit = 'frequency' | 'host' | 'members'

export interface DraftFormProps {
	id: string
	/** A meeting that exists stays what it is, a room or not. */
	kind: 'new' | 'existing'
	atHand: DraftAtHand
	now: Instant
	/** Of the start, in hours from UTC. */
	timeZone: number
	/** Who writes; the host where nobody else is named. */
	self: ChosenHost | undefined
	/** Whether host and members are chosen here (CREATE-30). */
	offersPeople: boolean
	/** Somebody has to be invited (CREATE-22). */
	needsAttendees?: boolean | undefined
	/** Everything stands fast but who is invited (EDIT-02, EDIT-03). */
	isFixed?: boolean | undefined
	/** What the server says is not here yet: passwords and members would be taken for none. */
	isPartial?: boolean | undefined
	onVisit(visit: DraftVisit): void
	onSubmit(draft: Draft): void
}

/** A meeting as it is being written (CREATE-01): what, when, who, passwords. */
export function DraftForm(props: DraftFormProps) {
	const { id, kind, atHand, offersPeople, isFixed = false, isPartial = false, onSubmit } = props
	const { writing, write, checked } = atHand
	const { draft, faults, shown } = writing
	const [tookEmoji, setTookEmoji] = useState(false)
	const form = useRef<HTMLFormElement>(null)
	const wrong = (field: DraftField) => faults[field] && faultWords[faults[field]]()
	const part: PartProps = { ...props, wrong }

	useEffect(() => {
		if (shown > 0) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong] button')?.focus()
	}, [shown])

	function submit(event: FormEvent) {
		event.preventDefault()
		const sound = checked()
		if (sound) onSubmit(sound)
	}

	return (
		<form ref={form} id={id} className={styles.form} noValidate aria-busy={isPartial} onSubmit={submit}>
			<TextField
				label={m.scheduling_topic()}
				placeholder={m.scheduling_topic_hint()}
				clearLabel={isFixed ? undefined : m.scheduling_clear_topic()}
				counter={!isFixed}
				maxLength={limits.topicMax}
				autoComplete="off"
				enterKeyHint="done"
				readOnly={isFixed}
				error={wrong('topic')}
				hint={tookEmoji ? m.common_no_emoji() : undefined}
				value={draft.topic}
				{...whileTyping(topicWhileTyping, setTookEmoji)}
				onChange={event => write({ topic: event.target.value })}
			/>
			<Aloud>{tookEmoji && m.common_no_emoji()}</Aloud>
			<div className={styles.sections}>
				<Section title={m.scheduling_when()}>
					<Times {...part} />
					{kind === 'new' && (
						<SwitchRow
							label={m.scheduling_room()}
							note={m.scheduling_room_note()}
							checked={draft.isRecurring}
							onChange={event => write({ isRecurring: event.target.checked })}
						/>
					)}
					{draft.isRecurring && <Recurring {...part} />}
				</Section>
				<Section title={offersPeople ? m.scheduling_people() : m.scheduling_who()}>
					{offersPeople && <People {...part} />}
					<SwitchRow
						label={m.scheduling_private()}
						note={m.scheduling_private_note()}
						disabled={isFixed}
						checked={draft.isPrivate}
						onChange={event => write({ isPrivate: event.target.checked })}
					/>
					<SwitchRow
						label={m.scheduling_host_opens()}
						note={m.scheduling_host_opens_note()}
						disabled={isFixed}
						checked={draft.hostMustOpen}
						onChange={event => write({ hostMustOpen: event.target.checked })}
					/>
				</Section>
				{!isFixed && <Passwords {...part} />}
			</div>
		</form>
	)
}

interface PartProps extends DraftFormProps {
	wrong(field: DraftField): string | undefined
}

/** Start and duration; the wheels come with the first tap. */
function Times({ kind, atHand, now, timeZone, isFixed, wrong }: PartProps) {
	const { writing, write } = atHand
	const { start, durationS, isRecurring } = writing.draft
	const [sheet, setSheet] = useState<'start' | 'duration'>()
	const isPast = kind === 'new' && !isRecurring && meetingStart({ startTime: start, timeZone }) < now
	const close = () => setSheet(undefined)
	const press = (which: 'start' | 'duration') => (isFixed ? undefined : () => setSheet(which))

	return (
		<>
			{hasStart(writing.draft) && (
				<DraftRow
					label={m.scheduling_start()}
					value={isRecurring ? formatTimeOfDay(start) : startWords(start, timeZone, now)}
					note={isPast ? m.scheduling_past() : undefined}
					error={wrong('start')}
					onPress={press('start')}
				/>
			)}
			<DraftRow
				label={m.scheduling_duration()}
				value={durationLabel(durationS)}
				error={wrong('durationS')}
				onPress={press('duration')}
			/>
			<StartSheet
				open={sheet === 'start'}
				start={start}
				timeZone={timeZone}
				onlyTime={isRecurring}
				now={now}
				onClose={close}
				onChosen={chosen => write({ start: chosen })}
			/>
			<DurationSheet
				open={sheet === 'duration'}
				durationS={durationS}
				onClose={close}
				onChosen={chosen => write({ durationS: chosen })}
			/>
		</>
	)
}

function Recurring({ atHand, isFixed, onVisit, wrong }: PartProps) {
	return (
		<DraftRow
			label={m.scheduling_recurrence()}
			value={recurrenceLabel(atHand.writing.draft.recurrence)}
			error={wrong('recurrence')}
			onPress={isFixed ? undefined : () => onVisit('frequency')}
		/>
	)
}

/** Host and members. */
function People({ atHand, self, isFixed, isPartial, needsAttendees, onVisit, wrong }: PartProps) {
	const { host, attendees } = atHand.writing.draft
	const noAttendees = needsAttendees ? m.scheduling_attendees_choose : m.scheduling_attendees_all
	return (
		<>
			<DraftRow
				label={m.scheduling_host()}
				value={hostWords(host ?? self, self)}
				error={wrong('host')}
				onPress={isFixed ? undefined : () => onVisit('host')}
			/>
			<DraftRow
				label={m.scheduling_attendees()}
				value={isPartial ? undefined : attendeesWords(attendees)}
				placeholder={isPartial ? undefined : noAttendees()}
				error={wrong('attendees')}
				disabled={isPartial}
				onPress={() => onVisit('members')}
			/>
		</>
	)
}

/** Whoever writes reads the name they go by now (LIST-38). */
const hostWords = (host: ChosenHost | undefined, self: ChosenHost | undefined): string | undefined =>
	self && host?.id === self.id ? m.scheduling_host_self({ name: self.displayName }) : host?.displayName

function Passwords({ atHand, isPartial, wrong }: PartProps) {
	const { writing, write } = atHand
	return (
		<div className={styles.passwords}>
			<TextField
				label={m.scheduling_password()}
				hint={m.scheduling_password_hint()}
				inputMode="numeric"
				maxLength={limits.meetingPasswordMax}
				autoComplete="off"
				readOnly={isPartial}
				error={wrong('password')}
				value={writing.draft.password}
				{...whileTyping(text => digitsWhileTyping(text, limits.meetingPasswordMax))}
				onChange={event => write({ password: event.target.value })}
			/>
			<div className={styles.host}>
				<PasswordField
					label={m.scheduling_host_password()}
					hint={m.scheduling_host_password_hint()}
					showLabel={m.scheduling_show_password()}
					maxLength={limits.hostPasswordMax}
					autoComplete="new-password"
					readOnly={isPartial}
					error={wrong('hostPassword')}
					value={writing.draft.hostPassword}
					onChange={event => write({ hostPassword: event.target.value })}
				/>
				<div className={styles.another}>
					<Button
						kind="quiet"
						disabled={isPartial}
						onClick={() => write({ hostPassword: newHostPassword(randomBelow) })}
					>
						{m.scheduling_new_host_password()}
					</Button>
				</div>
			</div>
		</div>
	)
}
