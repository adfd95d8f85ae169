import { defaults, digitsWhileTyping, type Instant, limits, topicWhileTyping } from '@parley/core'
import { lazy, Suspense, useState } from 'react'
import type { FieldError, UseFormReturn } from 'react-hook-form'
import { m } from '../../locales/index.ts'
import { Button, ListRow, PasswordField, Section, SwitchRow, TextField } from '../../ui/index.ts'
import styles from './CreateForm.module.css'
import { faultWords, startWords } from './createWords.ts'
import type { Draft, DraftFault } from './draft.ts'
import { EmojiNote } from './EmojiNote.tsx'
import { newHostPassword, randomBelow } from './hostPassword.ts'
import { startOf } from './schedule.ts'
import { whileTyping } from './whileTyping.ts'
import { durationWords } from './words.ts'

const StartSheet = lazy(async () => ({ default: (await import('./StartSheet.tsx')).StartSheet }))
const DurationSheet = lazy(async () => ({ default: (await import('./DurationSheet.tsx')).DurationSheet }))

export interface CreateFormProps {
	id: string
	form: UseFormReturn<Draft>
	now: Instant
	onSubmit(draft: Draft): void
}

const words = (error: FieldError | undefined) => faultWords[error?.message as DraftFault]?.()

/** A one-off meeting as it is being written (CREATE-01 as far as it is built). */
export function CreateForm({ id, form, now, onSubmit }: CreateFormProps) {
	const { register, setValue, watch, formState } = form
	const { errors } = formState
	const [tookEmoji, setTookEmoji] = useState(false)
	const [sheet, setSheet] = useState<'start' | 'duration'>()
	// Once wanted, a sheet stays, so that it can slide back down.
	const [wanted, setWanted] = useState<readonly string[]>([])
	const [start, durationS] = watch(['start', 'durationS'])
	const isPast = startOf({ startTime: start, timeZone: defaults.timeZoneHours }) < now

	function open(which: 'start' | 'duration') {
		setWanted([...wanted, which])
		setSheet(which)
	}

	function renewHostPassword() {
		const password = newHostPassword(randomBelow)
		setValue('hostPassword', password, { shouldDirty: true, shouldValidate: formState.isSubmitted })
	}

	return (
		<form id={id} className={styles.form} noValidate onSubmit={form.handleSubmit(draft => onSubmit(draft))}>
			<TextField
				label={m.meeting_create_topic()}
				placeholder={m.meeting_create_topic_hint()}
				clearLabel={m.meeting_create_clear_topic()}
				counter
				maxLength={limits.topicMax}
				autoComplete="off"
				enterKeyHint="done"
				error={words(errors.topic)}
				hint={tookEmoji ? m.common_no_emoji() : undefined}
				{...whileTyping(topicWhileTyping, setTookEmoji)}
				{...register('topic')}
			/>
			<EmojiNote isShown={tookEmoji} />
			<div>
				<Section>
					<ListRow
						label={m.meeting_create_start()}
						value={startWords(start, now)}
						note={isPast ? m.meeting_create_past() : undefined}
						onPress={() => open('start')}
					/>
					<ListRow
						label={m.meeting_create_duration()}
						value={durationWords(durationS)}
						onPress={() => open('duration')}
					/>
				</Section>
				<p role="alert" className={styles.error}>
					{words(errors.start) ?? words(errors.durationS)}
				</p>
			</div>
			<TextField
				label={m.meeting_create_password()}
				hint={m.meeting_create_password_hint()}
				inputMode="numeric"
				maxLength={limits.meetingPasswordMax}
				autoComplete="off"
				error={words(errors.password)}
				{...whileTyping(text => digitsWhileTyping(text, limits.meetingPasswordMax))}
				{...register('password')}
			/>
			<div className={styles.host}>
				<PasswordField
					label={m.meeting_create_host_password()}
					hint={m.meeting_create_host_password_hint()}
					showLabel={m.meeting_create_show_password()}
					maxLength={limits.hostPasswordMax}
					autoComplete="new-password"
					error={words(errors.hostPassword)}
					{...register('hostPassword')}
				/>
				<div className={styles.another}>
					<Button kind="quiet" onClick={renewHostPassword}>
						{m.meeting_create_new_host_password()}
					</Button>
				</div>
			</div>
			<div className={styles.who}>
				<Section title={m.meeting_create_who()}>
					<SwitchRow
						label={m.meeting_create_private()}
						note={m.meeting_create_private_note()}
						{...register('isPrivate')}
					/>
					<SwitchRow
						label={m.meeting_create_host_opens()}
						note={m.meeting_create_host_opens_note()}
						{...register('hostMustOpen')}
					/>
				</Section>
			</div>
			<Suspense>
				{wanted.includes('start') && (
					<StartSheet
						open={sheet === 'start'}
						start={start}
						now={now}
						onClose={() => setSheet(undefined)}
						onChosen={chosen => setValue('start', chosen, { shouldDirty: true, shouldValidate: true })}
					/>
				)}
				{wanted.includes('duration') && (
					<DurationSheet
						open={sheet === 'duration'}
						durationS={durationS}
						onClose={() => setSheet(undefined)}
						onChosen={chosen =>
							setValue('durationS', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted })
						}
					/>
				)}
			</Suspense>
		</form>
	)
}
