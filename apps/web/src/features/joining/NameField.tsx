import { clean, displayNameWhileTyping, limits } from '@parley/core'
import { m } from '../../locales/index.ts'
import { TextField } from '../../ui/index.ts'
import { whileTyping } from '../meeting/index.ts'
import styles from './JoinForm.module.css'

export interface NameFieldProps {
	name: string
	/** The organisation's own name for this person stays as it is (JOIN-18, JOIN-19). */
	isLocked: boolean
	error?: string | undefined
	onNameChange(name: string): void
}

export function NameField({ name, isLocked, error, onNameChange }: NameFieldProps) {
	return (
		<TextField
			label={m.joining_name()}
			hint={isLocked ? m.joining_name_locked() : m.joining_name_hint()}
			error={error}
			value={name}
			readOnly={isLocked}
			className={isLocked ? styles.fixed : undefined}
			maxLength={limits.displayNameMax}
			autoComplete="name"
			enterKeyHint="go"
			clearLabel={isLocked ? undefined : m.joining_clear_name()}
			{...whileTyping(displayNameWhileTyping)}
			onChange={event => onNameChange(event.target.value)}
			// What is sent is what is seen: blanks go when the field is left (JOIN-17).
			onBlur={() => onNameChange(clean(name))}
		/>
	)
}
