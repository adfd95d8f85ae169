import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, TextField } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { moveBehindPicture } from './caret.ts'
import { toLink } from './editorExtensions.ts'
import styles from './IntroductionEditor.module.css'

export interface LinkSheetProps {
	open: boolean
	editor: Editor
	onClose(): void
}

/** Asks where the selected text leads; without a selection the address itself is written. */
export function LinkSheet({ open, editor, onClose }: LinkSheetProps) {
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={next => !next && onClose()}
			title={m.scheduling_introduction_link()}
			closeLabel={m.common_close()}
		>
			{open && <LinkForm editor={editor} onClose={onClose} />}
		</Sheet>
	)
}

function LinkForm({ editor, onClose }: Omit<LinkSheetProps, 'open'>) {
	const before: unknown = editor.getAttributes('link').href
	const [address, setAddress] = useState(typeof before === 'string' ? before : '')
	const [isInvalid, setInvalid] = useState(false)

	function apply() {
		const href = toLink(address)
		if (href === undefined) return setInvalid(true)
		onClose()
		const { empty } = editor.state.selection
		if ((empty || editor.isActive('image')) && !before) {
			const text = [{ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }]
			return void editor.chain().focus().command(moveBehindPicture).insertContent(text).unsetMark('link').run()
		}
		editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
	}

	function remove() {
		onClose()
		editor.chain().focus().extendMarkRange('link').unsetLink().run()
	}

	return (
		<form
			className={styles.link}
			noValidate
			onSubmit={event => {
				event.preventDefault()
				apply()
			}}
		>
			<TextField
				label={m.scheduling_introduction_address()}
				placeholder="https://"
				type="url"
				inputMode="url"
				autoComplete="off"
				autoCapitalize="off"
				value={address}
				error={isInvalid ? m.scheduling_introduction_address_invalid() : undefined}
				onChange={event => {
					setAddress(event.currentTarget.value)
					setInvalid(false)
				}}
			/>
			<Button kind="primary" size="large" block type="submit">
				{m.scheduling_introduction_link_done()}
			</Button>
			{Boolean(before) && (
				<Button kind="quiet" block onClick={remove}>
					{m.scheduling_introduction_unlink()}
				</Button>
			)}
		</form>
	)
}
