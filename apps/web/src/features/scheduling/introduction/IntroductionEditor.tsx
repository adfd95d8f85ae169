import { introductionLength, limits } from '@parley/core'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { clsx } from 'clsx'
import { Bold, ImagePlus, Link, List, ListOrdered, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Banner, IconButton, LiveRegion } from '../../../ui/index.ts'
import { introductionClass } from '../../live/index.ts'
import { PictureInput } from '../picture/PictureInput.tsx'
import { UploadProgress } from '../picture/UploadProgress.tsx'
import { editorExtensions } from './editorExtensions.ts'
import styles from './IntroductionEditor.module.css'
import { LinkSheet } from './LinkSheet.tsx'
import { useInsertPicture } from './useInsertPicture.ts'

export interface IntroductionEditorProps {
	/** The initial content. */
	html: string
	error: string | undefined
	/** The element below the text, with the counter and messages. */
	foot: RefObject<HTMLDivElement | null>
	onChange(html: string): void
}

/** Writes formatted text (LSET-15), and counts its characters (LSET-07). */
export function IntroductionEditor({ html, error, foot, onChange }: IntroductionEditorProps) {
	const [hasRemovedEmoji, setHasRemovedEmoji] = useState(false)
	const isRemovingEmoji = useRef(false)
	const editor = useEditor({
		extensions: editorExtensions({
			placeholder: m.scheduling_introduction_placeholder(),
			onEmojiRemoved() {
				isRemovingEmoji.current = true
			},
		}),
		content: html,
		// The Content-Security-Policy allows no style element; ours are in the style sheet.
		injectCSS: false,
		editorProps: {
			attributes: {
				class: clsx(introductionClass, styles.text),
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-label': m.scheduling_introduction(),
				'aria-describedby': countId,
			},
		},
		// An emoji that is taken out at once is no update.
		onTransaction({ transaction }) {
			if (!transaction.docChanged && !isRemovingEmoji.current) return
			// Messages about earlier content disappear with the next change.
			setHasRemovedEmoji(isRemovingEmoji.current)
			isRemovingEmoji.current = false
			picture.clearError()
		},
		onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
	})
	const length = useEditorState({ editor, selector: ({ editor }) => introductionLength(editor.getHTML()) })
	const isTooLong = length > limits.introductionMax
	const picture = useInsertPicture(editor)
	return (
		<div className={styles.editor}>
			<Toolbar editor={editor} onPicture={picture.insert} isUploading={picture.progress !== undefined} />
			{picture.progress !== undefined && <UploadProgress sent={picture.progress} />}
			<Banner>{picture.error}</Banner>
			<EditorContent editor={editor} className={clsx(styles.box, isTooLong && styles.wrong)} />
			<div ref={foot} className={styles.under}>
				{error && <p className={styles.error}>{error}</p>}
				{!error && <p>{hasRemovedEmoji ? m.common_no_emoji() : m.scheduling_introduction_hint()}</p>}
				<span id={countId} className={clsx(styles.count, isTooLong && styles.tooMuch)}>
					{`${length}/${limits.introductionMax}`}
				</span>
			</div>
			<LiveRegion>
				{isTooLong
					? m.scheduling_introduction_over({ count: length - limits.introductionMax })
					: hasRemovedEmoji && m.common_no_emoji()}
			</LiveRegion>
		</div>
	)
}

const countId = 'introduction-count'

interface ToolbarProps {
	editor: Editor
	isUploading: boolean
	onPicture(file: File): void
}

function Toolbar({ editor, isUploading, onPicture }: ToolbarProps) {
	const [isLinking, setLinking] = useState(false)
	const active = useEditorState({
		editor,
		selector: ({ editor }) => ({
			bold: editor.isActive('bold'),
			bullets: editor.isActive('bulletList'),
			numbers: editor.isActive('orderedList'),
			link: editor.isActive('link'),
			canUndo: editor.can().undo(),
		}),
	})
	const format = () => editor.chain().focus()
	return (
		<div role="toolbar" aria-label={m.scheduling_introduction_tools()} className={styles.tools}>
			<Tool
				label={m.scheduling_introduction_bold()}
				icon={<Bold />}
				pressed={active.bold}
				onPress={() => format().toggleBold().run()}
			/>
			<Tool
				label={m.scheduling_introduction_bullets()}
				icon={<List />}
				pressed={active.bullets}
				onPress={() => format().toggleBulletList().run()}
			/>
			<Tool
				label={m.scheduling_introduction_numbers()}
				icon={<ListOrdered />}
				pressed={active.numbers}
				onPress={() => format().toggleOrderedList().run()}
			/>
			<Tool
				label={m.scheduling_introduction_link()}
				icon={<Link />}
				pressed={active.link}
				onPress={() => setLinking(true)}
			/>
			<PictureInput label={m.scheduling_introduction_picture()} onChoose={onPicture}>
				{open => (
					<Tool
						label={m.scheduling_introduction_picture()}
						icon={<ImagePlus />}
						disabled={isUploading}
						onPress={open}
					/>
				)}
			</PictureInput>
			<Tool
				label={m.scheduling_introduction_undo()}
				icon={<Undo2 />}
				disabled={!active.canUndo}
				onPress={() => format().undo().run()}
			/>
			<LinkSheet open={isLinking} editor={editor} onClose={() => setLinking(false)} />
		</div>
	)
}

interface ToolProps {
	label: string
	icon: ReactNode
	pressed?: boolean
	disabled?: boolean
	onPress(): void
}

/** A tap leaves the focus in the text, and so the keyboard of a phone open. */
const Tool = ({ onPress, pressed, ...tool }: ToolProps) => (
	<IconButton
		{...tool}
		kind="filled"
		className={styles.tool ?? ''}
		{...(pressed !== undefined && { pressed })}
		onPointerDown={event => event.preventDefault()}
		onClick={onPress}
	/>
)
