import { limits, toDisplayName } from '@parley/core'
import { type FormEvent, useId, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { TextField } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

export interface RenameDialogProps {
	open: boolean
	onClose: () => void
	name: string
	onRename: (name: string) => void
}

/** Asks for another name of a person in the room (ROOM-114). */
export function RenameDialog({ open, onClose, name, onRename }: RenameDialogProps) {
	const form = useId()
	const [error, setError] = useState<string>()

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const next = toDisplayName(String(new FormData(event.currentTarget).get('name')))
		if (next === undefined) return setError(m.room_problem_name())
		onRename(next)
		close()
	}

	function close() {
		setError(undefined)
		onClose()
	}

	return (
		<Dialog
			open={open}
			onOpenChange={next => !next && close()}
			title={m.room_rename()}
			cancel={{ label: m.room_cancel(), onPress: close }}
			confirm={{ label: m.room_rename_save(), form }}
		>
			<form id={form} onSubmit={submit}>
				<TextField
					name="name"
					label={m.room_rename_name()}
					defaultValue={name}
					autoComplete="off"
					maxCharacters={limits.displayNameMax}
					error={error}
				/>
			</form>
		</Dialog>
	)
}
