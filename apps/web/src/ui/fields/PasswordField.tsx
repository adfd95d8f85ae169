import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
	/** Names the toggle; `aria-pressed` says whether it is on. */
	showLabel: string
}

export function PasswordField({ showLabel, clipboard = 'refused', ...rest }: PasswordFieldProps) {
	const [shown, setShown] = useState(false)
	return (
		<TextField
			autoCapitalize="off"
			autoCorrect="off"
			spellCheck={false}
			autoComplete="off"
			{...rest}
			clipboard={clipboard}
			type={shown ? 'text' : 'password'}
			suffix={
				<IconButton
					label={showLabel}
					pressed={shown}
					icon={shown ? <EyeOff /> : <Eye />}
					onClick={() => setShown(!shown)}
				/>
			}
		/>
	)
}
