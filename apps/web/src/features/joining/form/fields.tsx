import { cleanText, displayNameWhileTyping, limits } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Aloud, TextField, whileTyping } from '../../../ui/index.ts'
import styles from './JoinForm.module.css'

export interface NameFieldProps {
	name: string
	/** The organisation's own name for this person stays as it is (JOIN-18, JOIN-19). */
	isLocked: boolean
	error?: string | undefined
	onNameChange(name: string): void
}

export function NameField({ name, isLocked, error, onNameChange }: NameFieldProps) {
	const [tookEmoji, setTookEmoji] = useState(false)
	const hint = tookEmoji ? m.common_no_emoji() : m.joining_name_hint()
	return (
		<>
			<TextField
				label={m.joining_name()}
				hint={isLocked ? m.joining_name_locked() : hint}
				error={error}
				value={name}
				readOnly={isLocked}
				className={isLocked ? styles.fixed : undefined}
				maxLength={limits.displayNameMax}
				autoComplete="name"
				enterKeyHint="go"
				clearLabel={isLocked ? undefined : m.joining_clear_name()}
				{...whileTyping(displayNameWhileTyping, setTookEmoji)}
				onChange={event => onNameChange(event.target.value)}
				// What is sent is what is seen: blanks go when the field is left (JOIN-17).
				onBlur={() => onNameChange(cleanText(name))}
			/>
			<Aloud>{tookEmoji && m.common_no_emoji()}</Aloud>
		</>
	)
}
