import { Check, Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { type CopyHandlers, useCopy } from './useCopy.ts'

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
