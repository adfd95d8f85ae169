import { digitsWhileTyping, type Instant, limits, parseWireTime, topicWhileTyping } from '@parley/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import {
	Aloud,
	Button,
	lazyComponent,
	PasswordField,
	Section,
	SwitchRow,
	TextField,
	whileTyping,
} from '../../../ui/index.ts'
import { durationLabel, formatTimeOfDay, recurrenceLabel } from '../../meeting/index.ts'
import { type ChosenHost, type Draft, type DraftField, hasStart } from '../draft/draft.ts'
import type { DraftFormState } from '../draft/useDraft.ts'
import styles from './DraftForm.module.css'
import { attendeesLabel, draftErrorMessages, startLabel } from './draftLabels.ts'
import { generateHostPassword, randomIntBelow } from './hostPassword.ts'
import { PickerField } from './PickerField.tsx'

const StartSheet = lazyComponent(async () => (await import('./StartSheet.tsx')).StartSheet, { overlay: true })
const DurationSheet = lazyComponent(async () => (await import('./DurationSheet.tsx')).DurationSheet, { overlay: true })

/** What is chosen on a screen of its own. */
export type DraftPicker = 'frequency' | 'host' | 'members'

export interface DraftFormProps {
	id: string
	/** A meeting that exists stays what it is, a room or not. */
	kind: 'new' | 'existing'
	draftForm: DraftFormState
	now: Instant
	/** Of the start, in hours from UTC. */
	zone: string
	/** Who writes; the host where nobody else is named. */
	defaultHost: ChosenHost | undefined
	/** Whether host and members are chosen here (CREATE-30). */
	canChoosePeople: boolean
	/** Somebody has to be invited (CREATE-22). */
	requiresAttendees?: boolean | undefined
	/** Everything stands fast but who is invited (EDIT-02, EDIT-03). */
	attendeesOnly?: boolean | undefined
	/** What the server says is not here yet: passwords and members would be taken for none. */
	isLoading?: boolean | undefined
	onOpenPicker(visit: DraftPicker): void
	onSubmit(draft: Draft): void
}

/** A meeting as it is being written (CREATE-01): what, when, who, passwords. */
export function DraftForm(props: DraftFormProps) {
	const { id, kind, draftForm, canChoosePeople, attendeesOnly = false, isLoading = false, onSubmit } = props
	const { state, update, validate } = draftForm
	const { draft, errors, errorCount } = state
	const [hasRemovedEmoji, setHasRemovedEmoji] = useState(false)
	const form = useRef<HTMLFormElement>(null)
	const wrong = (field: DraftField) => errors[field] && draftErrorMessages[errors[field]]()
	const part: FieldsProps = { ...props, errorText: wrong }

	useEffect(() => {
		if (errorCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong] button')?.focus()
	}, [errorCount])

	function submit(event: FormEvent) {
		event.preventDefault()
		const sound = validate()
		if (sound) onSubmit(sound)
	}

	return (
		<form ref={form} id={id} className={styles.form} noValidate aria-busy={isLoading} onSubmit={submit}>
			<TextField
				label={m.scheduling_topic()}
				placeholder={m.scheduling_topic_hint()}
				clearLabel={attendeesOnly ? undefined : m.scheduling_clear_topic()}
				counter={!attendeesOnly}
				maxLength={limits.topicMax}
				autoComplete="off"
				enterKeyHint="done"
				readOnly={attendeesOnly}
				error={wrong('topic')}
				hint={hasRemovedEmoji ? m.common_no_emoji() : undefined}
				value={draft.topic}
				{...whileTyping(topicWhileTyping, setHasRemovedEmoji)}
				onChange={event => update({ topic: event.target.value })}
			/>
			<Aloud>{hasRemovedEmoji && m.common_no_emoji()}</Aloud>
			<div className={styles.sections}>
				<Section title={m.scheduling_when()}>
					<TimeFields {...part} />
					{kind === 'new' && (
						<SwitchRow
							label={m.scheduling_room()}
							note={m.scheduling_room_note()}
							checked={draft.isRecurring}
							onChange={event => update({ isRecurring: event.target.checked })}
						/>
					)}
					{draft.isRecurring && <RecurrenceField {...part} />}
				</Section>
				<Section title={canChoosePeople ? m.scheduling_people() : m.scheduling_who()}>
					{canChoosePeople && <PeopleFields {...part} />}
					<SwitchRow
						label={m.scheduling_private()}
						note={m.scheduling_private_note()}
						disabled={attendeesOnly}
						checked={draft.isPrivate}
						onChange={event => update({ isPrivate: event.target.checked })}
					/>
					<SwitchRow
						label={m.scheduling_host_opens()}
						note={m.scheduling_host_opens_note()}
						disabled={attendeesOnly}
						checked={draft.hostMustOpen}
						onChange={event => update({ hostMustOpen: event.target.checked })}
					/>
				</Section>
				{!attendeesOnly && <PasswordFields {...part} />}
			</div>
		</form>
	)
}

interface FieldsProps extends DraftFormProps {
	errorText(field: DraftField): string | undefined
}

/** Start and duration; the wheels come with the first tap. */
function TimeFields({ kind, draftForm, now, zone, attendeesOnly, errorText }: FieldsProps) {
	const { state, update } = draftForm
	const { start, durationS, isRecurring } = state.draft
	const [sheet, setSheet] = useState<'start' | 'duration'>()
	const isPast = kind === 'new' && !isRecurring && (parseWireTime(start, zone) ?? now) < now
	const close = () => setSheet(undefined)
	const press = (which: 'start' | 'duration') => (attendeesOnly ? undefined : () => setSheet(which))

	return (
		<>
			{hasStart(state.draft) && (
				<PickerField
					label={m.scheduling_start()}
					value={isRecurring ? formatTimeOfDay(start) : startLabel(start, zone, now)}
					note={isPast ? m.scheduling_past() : undefined}
					error={errorText('start')}
					onPress={press('start')}
				/>
			)}
			<PickerField
				label={m.scheduling_duration()}
				value={durationLabel(durationS)}
				error={errorText('durationS')}
				onPress={press('duration')}
			/>
			<StartSheet
				open={sheet === 'start'}
				start={start}
				zone={zone}
				timeOnly={isRecurring}
				now={now}
				onClose={close}
				onChange={chosen => update({ start: chosen })}
			/>
			<DurationSheet
				open={sheet === 'duration'}
				durationS={durationS}
				onClose={close}
				onChange={chosen => update({ durationS: chosen })}
			/>
		</>
	)
}

function RecurrenceField({ draftForm, attendeesOnly, onOpenPicker, errorText }: FieldsProps) {
	return (
		<PickerField
			label={m.scheduling_recurrence()}
			value={recurrenceLabel(draftForm.state.draft.recurrence)}
			error={errorText('recurrence')}
			onPress={attendeesOnly ? undefined : () => onOpenPicker('frequency')}
		/>
	)
}

/** Host and members. */
function PeopleFields({
	draftForm,
	defaultHost,
	attendeesOnly,
	isLoading,
	requiresAttendees,
	onOpenPicker,
	errorText,
}: FieldsProps) {
	const { host, attendees } = draftForm.state.draft
	const noAttendees = requiresAttendees ? m.scheduling_attendees_choose : m.scheduling_attendees_all
	return (
		<>
			<PickerField
				label={m.scheduling_host()}
				value={hostLabel(host ?? defaultHost, defaultHost)}
				error={errorText('host')}
				onPress={attendeesOnly ? undefined : () => onOpenPicker('host')}
			/>
			<PickerField
				label={m.scheduling_attendees()}
				value={isLoading ? undefined : attendeesLabel(attendees)}
				placeholder={isLoading ? undefined : noAttendees()}
				error={errorText('attendees')}
				disabled={isLoading}
				onPress={() => onOpenPicker('members')}
			/>
		</>
	)
}

/** Whoever writes reads the name they go by now (LIST-38). */
const hostLabel = (host: ChosenHost | undefined, self: ChosenHost | undefined): string | undefined =>
	self && host?.id === self.id ? m.scheduling_host_self({ name: self.displayName }) : host?.displayName

function PasswordFields({ draftForm, isLoading, errorText }: FieldsProps) {
	const { state, update } = draftForm
	return (
		<div className={styles.passwords}>
			<TextField
				label={m.scheduling_password()}
				hint={m.scheduling_password_hint()}
				inputMode="numeric"
				maxLength={limits.meetingPasswordMax}
				autoComplete="off"
				readOnly={isLoading}
				error={errorText('password')}
				value={state.draft.password}
				{...whileTyping(text => digitsWhileTyping(text, limits.meetingPasswordMax))}
				onChange={event => update({ password: event.target.value })}
			/>
			<div className={styles.host}>
				<PasswordField
					label={m.scheduling_host_password()}
					hint={m.scheduling_host_password_hint()}
					showLabel={m.scheduling_show_password()}
					maxLength={limits.hostPasswordMax}
					autoComplete="new-password"
					readOnly={isLoading}
					error={errorText('hostPassword')}
					value={state.draft.hostPassword}
					onChange={event => update({ hostPassword: event.target.value })}
				/>
				<div className={styles.another}>
					<Button
						kind="quiet"
						disabled={isLoading}
						onClick={() => update({ hostPassword: generateHostPassword(randomIntBelow) })}
					>
						{m.scheduling_new_host_password()}
					</Button>
				</div>
			</div>
		</div>
	)
}
