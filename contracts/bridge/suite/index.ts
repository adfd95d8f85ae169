export { createFakeShell, type FakeShell, runCallbacks } from './fakeShell.ts'
export { type PageUnderTest, pageBridgeSuite } from './pageBridge.ts'
export { type PageWindow, type ShellUnderTest, shellSuite } from './shell.ts'
