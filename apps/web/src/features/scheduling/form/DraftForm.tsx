import { digitsWhileTyping, limits, parseWireTime, topicWhileTyping } from '@parley/core'
import { type KeyboardEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { m } from '../../../locales/index.ts'
import {
	Banner,
	Button,
	filterInput,
	LiveRegion,
	lazyComponent,
	PasswordField,
	Section,
	TextField,
} from '../../../ui/index.ts'
import { durationLabel, formatTimeOfDay, recurrenceLabel, zoneNote } from '../../meeting/index.ts'
import { useSession } from '../../session/index.ts'
import { type DraftHost, hasNoAttendees } from '../draft/draftFields.ts'
import { hasStart } from '../draft/start.ts'
import { type DraftFormProps, SwitchField, useDraftField } from './DraftField.tsx'
import styles from './DraftForm.module.css'
import { attendeesLabel, startLabel } from './draftLabels.ts'
import { generateHostPassword, randomIntBelow } from './hostPassword.ts'
import { LiveFields } from './LiveFields.tsx'
import { PickerField } from './PickerField.tsx'
import { WaitingRoomField } from './WaitingRoomField.tsx'

const StartSheet = lazyComponent(async () => (await import('./TimeSheets.tsx')).StartSheet, { overlay: true })
const DurationSheet = lazyComponent(async () => (await import('./TimeSheets.tsx')).DurationSheet, { overlay: true })

/** The form of a meeting (CREATE-01): topic, time, people, passwords, live. */
export function DraftForm(props: DraftFormProps) {
	const { id, draftForm, restoredText, isLoading = false, attendeesOnly = false, onSubmit } = props
	const { form, isRestored, startOver } = draftForm

	return (
		<>
			{isRestored && (
				<Banner
					tone="info"
					className={styles.restored}
					action={{ label: m.scheduling_start_over(), onPress: startOver }}
				>
					{restoredText}
				</Banner>
			)}
			<form
				id={id}
				className={styles.form}
				noValidate
				aria-busy={isLoading}
				onKeyDown={closeKeyboard}
				onSubmit={event => void form.handleSubmit(draft => onSubmit(draft))(event)}
			>
				<TopicField {...props} />
				<div className={styles.sections}>
					<TimeFields {...props} />
					<PeopleFields {...props} />
					{!attendeesOnly && <PasswordFields {...props} />}
					{!attendeesOnly && !isLoading && <LiveFields {...props} />}
				</div>
			</form>
		</>
	)
}

/** Enter would submit a form that is still being filled in: it closes the keyboard instead (CREATE-03). */
function closeKeyboard(event: KeyboardEvent<HTMLFormElement>) {
	const { target, currentTarget, key, nativeEvent } = event
	// Sheets are children of the form in React only, and their fields have an Enter of their own.
	if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return
	event.preventDefault()
	// An input method takes its Enter to finish a word.
	if (target.type !== 'checkbox' && !nativeEvent.isComposing) target.blur()
}

function TopicField(props: DraftFormProps) {
	const { attendeesOnly = false } = props
	const topic = useDraftField(props, 'topic')
	const [removedEmoji, setRemovedEmoji] = useState('')
	const proposed = useProposedTopic()
	return (
		<>
			<TextField
				label={m.scheduling_topic()}
				placeholder={m.scheduling_topic_hint()}
				clearLabel={attendeesOnly ? undefined : m.scheduling_clear_topic()}
				counter={!attendeesOnly}
				maxCharacters={limits.topicMax}
				autoComplete="off"
				enterKeyHint="done"
				readOnly={attendeesOnly}
				hint={removedEmoji ? m.common_emoji_removed({ removed: removedEmoji }) : undefined}
				{...filterInput(topicWhileTyping, setRemovedEmoji)}
				{...topic}
			/>
			{topic.value === '' && proposed && !attendeesOnly && (
				<Button kind="quiet" className={styles.proposed} onClick={() => topic.onChange(proposed)}>
					{m.scheduling_topic_use({ topic: proposed })}
				</Button>
			)}
			<LiveRegion>{removedEmoji && m.common_emoji_removed({ removed: removedEmoji })}</LiveRegion>
		</>
	)
}

/** Name of a meeting that is started with one tap. */
function useProposedTopic(): string | undefined {
	const person = useSession()
	return person.kind === 'member' ? m.scheduling_instant_topic({ name: person.user.displayName }) : undefined
}

function TimeFields(props: DraftFormProps) {
	const isRecurring = useWatch({ control: props.draftForm.form.control, name: 'isRecurring' })
	return (
		<Section title={m.scheduling_when()}>
			<StartFields {...props} />
			{props.kind === 'new' && (
				<SwitchField
					form={props}
					name="isRecurring"
					label={m.scheduling_recurring()}
					note={m.scheduling_recurring_note()}
				/>
			)}
			{isRecurring && <RecurrenceField {...props} />}
		</Section>
	)
}

/** Start and duration; their wheels are loaded with the first tap. */
function StartFields(props: DraftFormProps) {
	const { kind, draftForm, now, zone, attendeesOnly } = props
	const start = useDraftField(props, 'start')
	const duration = useDraftField(props, 'durationS')
	const [isRecurring, recurrence] = useWatch({ control: draftForm.form.control, name: ['isRecurring', 'recurrence'] })
	const [sheet, setSheet] = useState<'start' | 'duration'>()
	const isPast = kind === 'new' && !isRecurring && (parseWireTime(start.value, zone) ?? now) < now
	const zoned = zoneNote({ startTime: start.value, zone, durationS: duration.value, repeats: isRecurring }, now)
	const note = [isPast && m.scheduling_past(), zoned].filter(Boolean).join(' · ')
	const close = () => setSheet(undefined)
	const opener = (which: 'start' | 'duration') => (attendeesOnly ? undefined : () => setSheet(which))

	return (
		<>
			{hasStart({ isRecurring, recurrence }) && (
				<PickerField
					ref={start.ref}
					label={m.scheduling_start()}
					value={isRecurring ? formatTimeOfDay(start.value) : startLabel(start.value, zone, now)}
					note={note || undefined}
					error={start.error}
					onPress={opener('start')}
				/>
			)}
			<PickerField
				ref={duration.ref}
				label={m.scheduling_duration()}
				value={durationLabel(duration.value)}
				error={duration.error}
				onPress={opener('duration')}
			/>
			<StartSheet
				open={sheet === 'start'}
				start={start.value}
				zone={zone}
				timeOnly={isRecurring}
				now={now}
				onClose={close}
				onChange={start.onChange}
			/>
			<DurationSheet
				open={sheet === 'duration'}
				durationS={duration.value}
				onClose={close}
				onChange={duration.onChange}
			/>
		</>
	)
}

function RecurrenceField(props: DraftFormProps) {
	const { attendeesOnly, onOpenPicker } = props
	const { value, ref, error } = useDraftField(props, 'recurrence')
	return (
		<PickerField
			ref={ref}
			label={m.scheduling_recurrence()}
			value={recurrenceLabel(value)}
			error={error}
			onPress={attendeesOnly ? undefined : () => onOpenPicker('frequency')}
		/>
	)
}

/** Host, attendees, and who is admitted when. */
function PeopleFields(props: DraftFormProps) {
	const { canChoosePeople } = props
	return (
		<Section title={canChoosePeople ? m.scheduling_people() : m.scheduling_who()}>
			{canChoosePeople && <HostField {...props} />}
			{canChoosePeople && <AttendeesField {...props} />}
			<SwitchField form={props} name="isPrivate" label={m.scheduling_private()} note={m.scheduling_private_note()} />
			<SwitchField
				form={props}
				name="hostMustOpen"
				label={m.scheduling_host_opens()}
				note={m.scheduling_host_opens_note()}
			/>
			{canChoosePeople && <PasswordOfAttendeesField {...props} />}
			<WaitingRoomField {...props} />
		</Section>
	)
}

/** Switch that spares attendees the password; shown if the meeting has both. */
function PasswordOfAttendeesField(props: DraftFormProps) {
	const attendees = useDraftField(props, 'attendees').value
	const password = useDraftField(props, 'password').value
	if (password === '' || hasNoAttendees(attendees)) return null
	return (
		<SwitchField
			form={props}
			name="invitedNeedNoPassword"
			label={m.scheduling_attendees_no_password()}
			note={m.scheduling_attendees_no_password_note()}
		/>
	)
}

function HostField(props: DraftFormProps) {
	const { defaultHost, attendeesOnly, onOpenPicker } = props
	const { value, ref, error } = useDraftField(props, 'host')
	return (
		<PickerField
			ref={ref}
			label={m.scheduling_host()}
			value={hostLabel(value ?? defaultHost, defaultHost)}
			error={error}
			onPress={attendeesOnly ? undefined : () => onOpenPicker('host')}
		/>
	)
}

/** The person who schedules is shown by their current name (LIST-38). */
const hostLabel = (host: DraftHost | undefined, self: DraftHost | undefined): string | undefined =>
	self && host?.id === self.id ? m.scheduling_host_self({ name: self.displayName }) : host?.displayName

function AttendeesField(props: DraftFormProps) {
	const { isLoading, requiresAttendees, onOpenPicker } = props
	const { value, ref, error } = useDraftField(props, 'attendees')
	const placeholder = requiresAttendees ? m.scheduling_attendees_choose : m.common_whole_company
	return (
		<PickerField
			ref={ref}
			label={m.common_attendees()}
			value={isLoading ? undefined : attendeesLabel(value)}
			placeholder={isLoading ? undefined : placeholder()}
			error={error}
			disabled={isLoading}
			onPress={() => onOpenPicker('members')}
		/>
	)
}

function PasswordFields(props: DraftFormProps) {
	const { isLoading } = props
	const password = useDraftField(props, 'password')
	const hostPassword = useDraftField(props, 'hostPassword')
	return (
		<div className={styles.passwords}>
			<TextField
				label={m.scheduling_password()}
				hint={m.scheduling_password_hint({ min: props.draftForm.requirements.meetingPasswordMin })}
				inputMode="numeric"
				maxLength={limits.meetingPasswordMax}
				autoComplete="off"
				enterKeyHint="done"
				readOnly={isLoading}
				{...filterInput(text => digitsWhileTyping(text, limits.meetingPasswordMax))}
				{...password}
			/>
			<div className={styles.host}>
				<PasswordField
					label={m.scheduling_host_password()}
					hint={m.scheduling_host_password_hint()}
					showLabel={m.scheduling_show_password()}
					maxLength={limits.hostPasswordMax}
					autoComplete="new-password"
					enterKeyHint="done"
					readOnly={isLoading}
					{...hostPassword}
				/>
				<div className={styles.another}>
					<Button
						kind="quiet"
						disabled={isLoading}
						onClick={() => hostPassword.onChange(generateHostPassword(randomIntBelow))}
					>
						{m.scheduling_new_host_password()}
					</Button>
				</div>
			</div>
		</div>
	)
}
