import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'

export interface CopyButtonProps extends CopyHandlers {
	text: string
	label: string
	className?: string
}

export function CopyButton({ text, label, className, ...handlers }: CopyButtonProps) {
	const { ticked, copy } = useCopy(text, handlers)
	const look = className ? { className } : {}
	return <IconButton label={label} icon={ticked ? <Check /> : <Copy />} onClick={copy} {...look} />
}

function copyThroughSelection(text: string): boolean {
	const area = document.createElement('textarea')
	area.value = text
	area.readOnly = true
	area.className = 'sr-only'
	document.body.append(area)
	area.select()
	const copied = document.execCommand('copy')
	area.remove()
	return copied
}

/** Puts text on the clipboard; a page without a secure context has only the old way. Says whether it worked. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return copyThroughSelection(text)
	}
}

const tickMs = 1500

export interface CopyHandlers {
	/** Told whether it worked; the place to raise a toast. */
	onCopied?: ((copied: boolean) => void) | undefined
	/** Another way to the clipboard, when the shell has one. */
	write?: ((text: string) => Promise<boolean>) | undefined
}

/** Copies a text and is `ticked` for a moment afterwards. */
export function useCopy(text: string, { onCopied, write = copyText }: CopyHandlers = {}) {
	const [ticked, setTicked] = useState(false)

	useEffect(() => {
		if (!ticked) return
		const timer = setTimeout(() => setTicked(false), tickMs)
		return () => clearTimeout(timer)
	}, [ticked])

	async function copy() {
		const copied = await write(text)
		setTicked(copied)
		onCopied?.(copied)
	}

	return { ticked, copy }
}
