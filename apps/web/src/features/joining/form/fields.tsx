import { cleanText, digitsWhileTyping, displayNameWhileTyping, limits } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { DigitsField, filterInput, LiveRegion, PasswordField, TextField } from '../../../ui/index.ts'
import styles from './JoinForm.module.css'

export interface ValidatedFormProps {
	id: string
	className?: string | undefined
	/** A change of it moves the focus to the first invalid field. */
	error: unknown
	onSubmit(): void
	children: React.ReactNode
}

/** A form element that validates nothing by itself and brings the focus to the field that is invalid. */
export function ValidatedForm({ id, className, error, onSubmit, children }: ValidatedFormProps) {
	const form = useRef<HTMLFormElement>(null)
	useEffect(() => {
		if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [error])
	return (
		<form
			ref={form}
			id={id}
			className={className}
			noValidate
			onSubmit={event => {
				event.preventDefault()
				onSubmit()
			}}
		>
			{children}
		</form>
	)
}

/** Groups of three, also where twelve digits are typed (JOIN-08). */
const idGroups = [3, 3, 3, 3]

export interface MeetingIdFieldProps {
	meetingId: string
	readOnly?: boolean
	error?: string | undefined
	autoFocus?: boolean
	onIdChange(digits: string): void
}

export function MeetingIdField({ meetingId, readOnly, error, autoFocus, onIdChange }: MeetingIdFieldProps) {
	return (
		<DigitsField
			label={m.joining_id()}
			hint={readOnly ? undefined : m.joining_id_hint()}
			flat={readOnly}
			className={readOnly ? styles.fixed : undefined}
			error={error}
			value={meetingId}
			groups={idGroups}
			maxDigits={limits.meetingIdMax}
			maxLength={limits.meetingIdInputMax}
			readOnly={readOnly}
			autoFocus={autoFocus}
			enterKeyHint="next"
			clearLabel={readOnly ? undefined : m.joining_clear_id()}
			onValueChange={onIdChange}
		/>
	)
}

export interface NameFieldProps {
	name: string
	/** The organisation decides the name (JOIN-18, JOIN-19). */
	isLocked: boolean
	error?: string | undefined
	onNameChange(name: string): void
}

export function NameField({ name, isLocked, error, onNameChange }: NameFieldProps) {
	const [removedEmoji, setRemovedEmoji] = useState('')
	// JOIN-14: the button stays disabled without a name (JOIN-03), so the field says why once it has been left.
	const [wasLeftEmpty, setLeftEmpty] = useState(false)
	const shownError = error ?? (wasLeftEmpty && name === '' && !isLocked ? m['Meeting.tips13']() : undefined)
	const hint = removedEmoji ? m.common_emoji_removed({ removed: removedEmoji }) : m.joining_name_hint()
	return (
		<>
			<TextField
				label={m.joining_name()}
				hint={isLocked ? m.joining_name_locked() : hint}
				error={shownError}
				value={name}
				readOnly={isLocked}
				className={isLocked ? styles.fixed : undefined}
				maxCharacters={limits.displayNameMax}
				autoComplete="name"
				enterKeyHint="go"
				clearLabel={isLocked ? undefined : m.joining_clear_name()}
				{...filterInput(displayNameWhileTyping, setRemovedEmoji)}
				onChange={event => onNameChange(event.target.value)}
				// Spaces are trimmed when the field is left, so that the name sent is the name shown (JOIN-17).
				onBlur={() => {
					const cleaned = cleanText(name)
					setLeftEmpty(cleaned === '')
					if (cleaned !== name) onNameChange(cleaned)
				}}
			/>
			<LiveRegion>{removedEmoji && m.common_emoji_removed({ removed: removedEmoji })}</LiveRegion>
		</>
	)
}

export interface MeetingPasswordFieldProps {
	password: string
	error?: string | undefined
	autoFocus?: boolean
	onPasswordChange(password: string): void
}

const digits = (text: string) => digitsWhileTyping(text, limits.meetingPasswordMax)

/** At most twenty digits (JOIN-20). People send it to one another, so it can be pasted. */
export function MeetingPasswordField({ password, error, autoFocus, onPasswordChange }: MeetingPasswordFieldProps) {
	return (
		<PasswordField
			label={m.joining_password()}
			showLabel={m.joining_show_password()}
			clipboard="allowed"
			inputMode="numeric"
			autoComplete="off"
			enterKeyHint="go"
			maxLength={limits.meetingPasswordMax}
			error={error}
			value={password}
			autoFocus={autoFocus}
			{...filterInput(digits)}
			onChange={event => onPasswordChange(digits(event.target.value))}
		/>
	)
}
