/** Elements of the view's page. */

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name = ''): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (name) made.className = name
  return made
}

export function button(label: string, press: () => void, title = label): HTMLButtonElement {
  const made = make('button')
  made.type = 'button'
  made.textContent = label
  if (title !== label) made.title = title
  made.addEventListener('click', press)
  return made
}
