import { LinkResult } from '../../features/joining/index.ts'

/** /scanNoResult: the meeting of a link has ended. */
export const ScanNoResult = () => <LinkResult outcome="over" />
