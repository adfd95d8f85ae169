import { Fragment } from 'react'

/** An address, without its scheme where that is the web's, that is broken before its path and its query rather than anywhere. */
export const AddressText = ({ address }: { address: string }) =>
	address
		.replace(/^https?:\/\//, '')
		.split(/(?=[/?])/)
		.map(part => (
			<Fragment key={part}>
				<wbr />
				{part}
			</Fragment>
		))
