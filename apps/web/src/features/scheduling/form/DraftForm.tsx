import { digitsWhileTyping, type Instant, limits, parseWireTime, topicWhileTyping } from '@parley/core'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { m } from '../../../locales/index.ts'
import {
	Banner,
	Button,
	filterInput,
	LiveRegion,
	lazyComponent,
	PasswordField,
	Section,
	SwitchRow,
	TextField,
} from '../../../ui/index.ts'
import { durationLabel, formatTimeOfDay, recurrenceLabel } from '../../meeting/index.ts'
import { draftErrorText } from '../draft/draftErrors.ts'
import type { Draft, DraftFieldName, DraftHost } from '../draft/draftFields.ts'
import type { DraftPicker } from '../draft/draftNavigation.ts'
import { hasStart } from '../draft/start.ts'
import type { DraftFormState } from '../draft/useDraftForm.ts'
import styles from './DraftForm.module.css'
import { attendeesLabel, startLabel } from './draftLabels.ts'
import { generateHostPassword, randomIntBelow } from './hostPassword.ts'
import { PickerField } from './PickerField.tsx'

const StartSheet = lazyComponent(async () => (await import('./TimeSheets.tsx')).StartSheet, { overlay: true })
const DurationSheet = lazyComponent(async () => (await import('./TimeSheets.tsx')).DurationSheet, { overlay: true })

export interface DraftFormProps {
	id: string
	/** A saved meeting cannot become recurring or one-off. */
	kind: 'new' | 'existing'
	draftForm: DraftFormState
	now: Instant
	/** The IANA zone of the start. */
	zone: string
	/** The person who schedules; the host where nobody else is chosen. */
	defaultHost: DraftHost | undefined
	/** Whether host and attendees are chosen here (CREATE-30). */
	canChoosePeople: boolean
	/** Somebody has to be invited (CREATE-22). */
	requiresAttendees?: boolean | undefined
	/** Only the attendees can be changed (EDIT-02, EDIT-03). */
	attendeesOnly?: boolean | undefined
	/** The server has not answered yet: passwords and attendees are unknown. */
	isLoading?: boolean | undefined
	/** Shown above the form while it holds a restored draft (CREATE-26). */
	restoredText: string
	onOpenPicker(picker: DraftPicker): void
	onSubmit(draft: Draft): void
}

/** The form of a meeting (CREATE-01): topic, time, people, passwords. */
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
				onSubmit={event => void form.handleSubmit(draft => onSubmit(draft))(event)}
			>
				<TopicField {...props} />
				<div className={styles.sections}>
					<TimeFields {...props} />
					<PeopleFields {...props} />
					{!attendeesOnly && <PasswordFields {...props} />}
				</div>
			</form>
		</>
	)
}

/** Value, change handler, ref and error text of a field. */
function useDraftField<F extends DraftFieldName>({ draftForm }: DraftFormProps, name: F) {
	const { field, fieldState } = useController({ control: draftForm.form.control, name })
	const { value, onChange, ref } = field
	return { value, onChange, ref, error: draftErrorText(fieldState.error, draftForm.requirements) }
}

function TopicField(props: DraftFormProps) {
	const { attendeesOnly = false } = props
	const topic = useDraftField(props, 'topic')
	const [hasRemovedEmoji, setHasRemovedEmoji] = useState(false)
	return (
		<>
			<TextField
				label={m.scheduling_topic()}
				placeholder={m.scheduling_topic_hint()}
				clearLabel={attendeesOnly ? undefined : m.scheduling_clear_topic()}
				counter={!attendeesOnly}
				maxLength={limits.topicMax}
				autoComplete="off"
				enterKeyHint="done"
				readOnly={attendeesOnly}
				hint={hasRemovedEmoji ? m.common_no_emoji() : undefined}
				{...filterInput(topicWhileTyping, setHasRemovedEmoji)}
				{...topic}
			/>
			<LiveRegion>{hasRemovedEmoji && m.common_no_emoji()}</LiveRegion>
		</>
	)
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
	const close = () => setSheet(undefined)
	const opener = (which: 'start' | 'duration') => (attendeesOnly ? undefined : () => setSheet(which))

	return (
		<>
			{hasStart({ isRecurring, recurrence }) && (
				<PickerField
					ref={start.ref}
					label={m.scheduling_start()}
					value={isRecurring ? formatTimeOfDay(start.value) : startLabel(start.value, zone, now)}
					note={isPast ? m.scheduling_past() : undefined}
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
		</Section>
	)
}

type BooleanFieldName = { [F in DraftFieldName]: Draft[F] extends boolean ? F : never }[DraftFieldName]

interface SwitchFieldProps {
	form: DraftFormProps
	name: BooleanFieldName
	label: string
	note: string
}

function SwitchField({ form, name, ...row }: SwitchFieldProps) {
	const { value, ref, onChange } = useDraftField(form, name)
	return <SwitchRow {...row} ref={ref} checked={value} disabled={form.attendeesOnly} onChange={onChange} />
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
	const placeholder = requiresAttendees ? m.scheduling_attendees_choose : m.scheduling_attendees_all
	return (
		<PickerField
			ref={ref}
			label={m.scheduling_attendees()}
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
