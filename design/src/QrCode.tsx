import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'

/** The quiet zone of a QR code, in modules. Codes are dark on light in every theme: many scanners read no other. */
const quietZone = 4

export interface QrCodeProps {
	text: string
	/** Describes the code, for people who cannot see it. */
	label: string
	/** Its size and place; the background is to be light. */
	className: string | undefined
}

/** A text as a QR code, drawn in the page so that no server learns of it. */
export function QrCode({ text, label, className }: QrCodeProps) {
	const { path, size } = useMemo(() => {
		const code = generate(text)
		return { path: toSvgPath(code), size: code.size }
	}, [text])
	const box = size + 2 * quietZone
	return (
		<svg
			className={className}
			viewBox={`${-quietZone} ${-quietZone} ${box} ${box}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path d={path} />
		</svg>
	)
}
