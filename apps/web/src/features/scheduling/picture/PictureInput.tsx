import { type ReactNode, useRef } from 'react'

export interface PictureInputProps {
	label: string
	onChoose(file: File): void
	/** Renders the element that opens the phone's file chooser. */
	children(open: () => void): ReactNode
}

/** Lets a person choose a JPEG or PNG; what it really is, is judged by its content. */
export function PictureInput({ label, onChoose, children }: PictureInputProps) {
	const input = useRef<HTMLInputElement>(null)
	return (
		<>
			<input
				ref={input}
				type="file"
				accept="image/jpeg,image/png"
				aria-label={label}
				hidden
				onChange={({ currentTarget }) => {
					const [file] = currentTarget.files ?? []
					// The same file may be chosen again.
					currentTarget.value = ''
					if (file) onChoose(file)
				}}
			/>
			{children(() => input.current?.click())}
		</>
	)
}
