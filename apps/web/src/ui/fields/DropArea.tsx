import { clsx } from 'clsx'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import styles from './DropArea.module.css'

export interface DropAreaProps {
	/** Called with the dropped files: at least one. */
	onDrop(files: readonly [File, ...File[]]): void
	disabled?: boolean
	/** Says what can be dropped; shown while something is dragged over it. */
	label: string
	className?: string | undefined
	children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes files that are dragged here from a folder or another window (LAYOUT-10). */
export function DropArea({ onDrop, disabled = false, label, className, children }: DropAreaProps) {
	const [isOver, setOver] = useState(false)
	/** Entering a child leaves its parent, in this order. */
	const depth = useRef(0)

	function enter(event: DragEvent) {
		if (!hasFiles(event)) return
		depth.current++
		setOver(!disabled)
	}

	function leave(event: DragEvent) {
		if (!hasFiles(event)) return
		depth.current--
		if (depth.current === 0) setOver(false)
	}

	function drop(event: DragEvent) {
		if (!hasFiles(event)) return
		// The browser would open the file in place of the page.
		event.preventDefault()
		depth.current = 0
		setOver(false)
		const [first, ...others] = event.dataTransfer.files
		if (first && !disabled) onDrop([first, ...others])
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: a button beside it does the same for keyboards
		<div
			data-drop-area=""
			className={clsx(styles.area, isOver && styles.over, className)}
			onDragEnter={enter}
			onDragLeave={leave}
			onDragOver={event => hasFiles(event) && event.preventDefault()}
			onDrop={drop}
		>
			{children}
			{isOver && (
				<p className={styles.label} aria-hidden="true">
					{label}
				</p>
			)}
		</div>
	)
}
