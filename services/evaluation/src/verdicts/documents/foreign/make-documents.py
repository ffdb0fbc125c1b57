"""Makes changed and pristine documents with libraries that the product does not use, and a list of them.

Usage: python make-documents.py FOLDER [COUNT OF EACH]
Needs pikepdf, pypdf, reportlab, PyMuPDF, python-docx, pyhanko, pillow and cryptography. The list, documents.json, says of each
document its kind, whether it was changed, and the texts that a report has to quote.
"""

import datetime
import io
import json
import pathlib
import random
import sys

import docx
import pymupdf as fitz
import pikepdf
import pypdf
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image, ImageDraw, ImageFont
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen import canvas

NAMES = ["Anna Keller", "Piotr Nowak", "Marta Rossi", "Jan Novak", "Clara Weber", "Luis Ortega", "Eva Lind", "Tom Becker"]
FIRMS = ["Northwind Traders", "Harbour Works", "Alpine Tools", "River Logistics", "Delta Printing", "Oak Furniture"]
FONTS = ["Helvetica", "Times-Roman", "Courier"]


class Invoice:
    """An invoice with an amount, a date and a name, and the place of each of them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        chance = self.random
        self.amount = f"{chance.randint(1, 9)},{chance.randint(100, 999)}.{chance.randint(10, 99)}"
        self.date = f"{chance.randint(1, 28)} {chance.choice(['March', 'June', 'August'])} {chance.randint(2019, 2024)}"
        self.name = chance.choice(NAMES)
        self.size = chance.choice([A4, LETTER])
        self.font = chance.choice(FONTS)
        self.pages = chance.randint(1, 4)
        self.firm = chance.choice(FIRMS)
        self.places = {}

    def draw(self, is_form=False):
        stream = io.BytesIO()
        page = canvas.Canvas(stream, pagesize=self.size)
        page.setTitle(f"Invoice of {self.firm}")
        for number in range(self.pages):
            self.draw_page(page, number, is_form)
            page.showPage()
        page.save()
        return stream.getvalue()

    def draw_page(self, page, number, is_form):
        height = self.size[1]
        page.setFont(self.font, 16)
        page.drawString(60, height - 80, f"{self.firm} - Invoice")
        page.setFont(self.font, 11)
        for line in range(14):
            page.drawString(60, height - 260 - 18 * line, f"Item {line + 1 + 14 * number}: parts and labour, {self.random.randint(1, 40)} pieces")
        page.drawString(60, 40, f"Page {number + 1} of {self.pages}")
        if number > 0:
            return
        rows = [("amount", "Total due", self.amount), ("date", "Due date", self.date), ("name", "Payable to", self.name)]
        for row, (key, label, value) in enumerate(rows):
            y = height - 130 - 24 * row
            page.drawString(60, y, label)
            page.drawString(220, y, value)
            width = page.stringWidth(value, self.font, 11)
            # From the upper left corner, as PyMuPDF counts.
            self.places[key] = fitz.Rect(219, 130 + 24 * row - 10, 221 + width, 130 + 24 * row + 3)
        if is_form:
            for row, name in enumerate(["street", "city"]):
                page.acroForm.textfield(name=name, x=60, y=120 - 30 * row, width=200, height=20, value="")

    def other(self, key):
        chance = self.random
        if key == "amount":
            return f"{chance.randint(1, 9)}{self.amount}"
        if key == "date":
            return self.date[:-4] + str(int(self.date[-4:]) + 1)
        return chance.choice([name for name in NAMES if name != self.name])

    def value(self, key):
        return {"amount": self.amount, "date": self.date, "name": self.name}[key]


def in_later_save(data, change):
    """Appends what `change` does to a document to it."""
    path = SCRATCH / "later.pdf"
    path.write_bytes(data)
    document = fitz.open(path)
    change(document)
    document.saveIncr()
    document.close()
    return path.read_bytes()


def saved_whole(data, change):
    document = fitz.open(stream=data)
    change(document)
    return document.tobytes(garbage=3, deflate=True)


def cover(place, words):
    def change(document):
        page = document[0]
        page.draw_rect(place, color=None, fill=(1, 1, 1))
        page.insert_text((place.x0 + 1, place.y1 - 3), words, fontsize=11)

    return change


def redact(place, words):
    def change(document):
        page = document[0]
        page.add_redact_annot(place)
        page.apply_redactions()
        page.insert_text((place.x0 + 1, place.y1 - 3), words, fontsize=11)

    return change


def annotate(place, words):
    def change(document):
        wide = fitz.Rect(place.x0, place.y0, place.x1 + 40, place.y1 + 3)
        note = document[0].add_freetext_annot(wide, words, fontsize=10, fill_color=(1, 1, 1), text_color=(0, 0, 0))
        note.update()

    return change


def box_and_words(place, words):
    def change(document):
        page = document[0]
        box = page.add_rect_annot(place)
        box.set_colors(stroke=(1, 1, 1), fill=(1, 1, 1))
        box.update()
        annotate(place, words)(document)

    return change


def overlay(data, place, words, size):
    """Merges a page with a box and words over the first page, with pypdf."""
    stream = io.BytesIO()
    page = canvas.Canvas(stream, pagesize=size)
    page.setFillColorRGB(1, 1, 1)
    page.rect(place.x0, size[1] - place.y1, place.width, place.height, stroke=0, fill=1)
    page.setFillColorRGB(0, 0, 0)
    page.setFont("Helvetica", 11)
    page.drawString(place.x0 + 1, size[1] - place.y1 + 3, words)
    page.save()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.pages[0].merge_page(pypdf.PdfReader(stream).pages[0])
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def append_content(data, place, words, size):
    """Adds a content stream behind those of the first page, with pikepdf."""
    with pikepdf.open(io.BytesIO(data)) as document:
        page = document.pages[0]
        font = document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica))
        name = page.add_resource(font, pikepdf.Name.Font)
        y = size[1] - place.y1
        content = f"q 1 g {place.x0} {y} {place.width} {place.height} re f 0 g BT {name} 11 Tf {place.x0 + 1} {y + 3} Td ({words}) Tj ET Q"
        page.contents_add(content.encode(), prepend=False)
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()


def dull_saves(data, count):
    for at in range(count):
        data = in_later_save(data, lambda document: document.set_metadata({"title": f"Copy {at}", "subject": "Invoice"}))
    return data


def make_signer(name):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    start = datetime.datetime(2024, 1, 1)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(start)
    certificate = builder.not_valid_after(start + datetime.timedelta(days=7300)).sign(key, hashes.SHA256())
    key_path, certificate_path = SCRATCH / f"{name}.key", SCRATCH / f"{name}.crt"
    encoding = serialization.Encoding.PEM
    key_path.write_bytes(key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    certificate_path.write_bytes(certificate.public_bytes(encoding))
    return signers.SimpleSigner.load(str(key_path), str(certificate_path))


def sign(data, field, box=None, certify=False):
    writer = IncrementalPdfFileWriter(io.BytesIO(data))
    spec = fields.SigFieldSpec(field, box=box, on_page=0) if box else fields.SigFieldSpec(field)
    rights = fields.MDPPerm.FILL_FORMS if certify else fields.MDPPerm.ANNOTATE
    metadata = signers.PdfSignatureMetadata(field_name=field, certify=certify, docmdp_permissions=rights)
    out = io.BytesIO()
    signers.PdfSigner(metadata, SIGNERS[hash_name(field)], new_field_spec=spec).sign_pdf(writer, output=out)
    return out.getvalue()


def hash_name(field):
    return sum(field.encode()) % len(SIGNERS)


def fill(data, values):
    def change(document):
        for widget in document[0].widgets():
            if widget.field_name in values:
                widget.field_value = values[widget.field_name]
                widget.update()

    return in_later_save(data, change)


def scan(invoice, has_words=True):
    """An image of the page with its words drawn invisibly over it, as text recognition writes them."""
    width, height = (int(side * 2) for side in invoice.size)
    image = Image.new("RGB", (width, height), (250, 249, 246))
    draw = ImageDraw.Draw(image)
    rows = [("amount", "Total due", invoice.amount), ("date", "Due date", invoice.date), ("name", "Payable to", invoice.name)]
    font = ImageFont.load_default(22)
    stream = io.BytesIO()
    page = canvas.Canvas(stream, pagesize=invoice.size)
    texts = [(60, 80, f"{invoice.firm} - Invoice")]
    for row, (key, label, value) in enumerate(rows):
        y = 130 + 24 * row
        texts += [(60, y, label), (220, y, value)]
        length = draw.textlength(value, font=font) / 2
        invoice.places[key] = fitz.Rect(218, y - 11, 224 + max(length, page.stringWidth(value, "Helvetica", 11)), y + 4)
    for x, y, words in texts:
        draw.text((x * 2, y * 2 - 20), words, fill=(40, 40, 45), font=font)
    photo = io.BytesIO()
    image.save(photo, "JPEG", quality=invoice.random.randint(70, 92))
    from reportlab.lib.utils import ImageReader

    page.drawImage(ImageReader(photo), 0, 0, *invoice.size)
    for x, y, words in texts if has_words else []:
        text = page.beginText(x, invoice.size[1] - y)
        text.setFont("Helvetica", 11)
        text.setTextRenderMode(3)
        text.textOut(words)
        page.drawText(text)
    page.showPage()
    page.save()
    return stream.getvalue()


def tracked(element, words, author, date):
    change = OxmlElement(f"w:{element}")
    change.set(qn("w:id"), "1")
    change.set(qn("w:author"), author)
    change.set(qn("w:date"), date)
    run = OxmlElement("w:r")
    text = OxmlElement("w:delText" if element == "del" else "w:t")
    text.text = words
    run.append(text)
    change.append(run)
    return change


def word_document(invoice, key=None):
    document = docx.Document()
    document.add_heading(f"{invoice.firm} - Invoice")
    for label, name in [("Total due", "amount"), ("Due date", "date"), ("Payable to", "name")]:
        paragraph = document.add_paragraph(f"{label}: ")
        if name != key:
            paragraph.add_run(invoice.value(name))
            continue
        author, date = invoice.random.choice(NAMES), "2024-05-06T07:08:09Z"
        new = invoice.other(name)
        paragraph._p.append(tracked("del", invoice.value(name), author, date))
        paragraph._p.append(tracked("ins", new, author, date))
        quotes = [invoice.value(name), new, author, "2024-05-06"]
    out = io.BytesIO()
    document.save(out)
    return out.getvalue(), quotes if key else []


KEYS = ["amount", "date", "name"]


def changed(kind, seed):
    invoice = Invoice(seed)
    key = KEYS[seed % 3]
    data = invoice.draw(is_form=kind == "signed")
    old, new = invoice.value(key), invoice.other(key)
    place = invoice.places[key]
    quotes = [old, new]
    if kind == "later save":
        change = [cover, redact][seed % 2](place, new)
        if seed % 5 == 3:
            locked = fitz.open(stream=data).tobytes(encryption=fitz.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="")
            return in_later_save(locked, change), quotes
        return dull_saves(in_later_save(data, change), [0, 0, 10, 1][seed % 4]), quotes
    if kind == "saved whole":
        makers = [lambda: saved_whole(data, cover(place, new)), lambda: overlay(data, place, new, invoice.size), lambda: append_content(data, place, new, invoice.size)]
        return makers[seed % 3](), quotes
    if kind == "annotation":
        change = [annotate, box_and_words][seed % 2](place, new)
        return [in_later_save, saved_whole][seed // 2 % 2](data, change), quotes
    if kind == "signed":
        signed = sign(data, "First", box=(350, 60, 520, 110), certify=seed % 2 == 0)
        if seed % 3 == 2:
            # Nothing is covered: a second amount is drawn beside the first.
            return in_later_save(signed, lambda document: document[0].insert_text((400, 300), "Paid in full", fontsize=11)), ["Paid in full"]
        return in_later_save(signed, [cover, annotate][seed % 3](place, new)), [old]
    if kind == "scan":
        page = scan(invoice)
        place = invoice.places[key]
        return [saved_whole, in_later_save][seed % 2](page, cover(place, new)), quotes
    return word_document(invoice, key)


def pristine(kind, seed):
    invoice = Invoice(1000 + seed)
    data = invoice.draw(is_form=kind in ("filled form", "signed, then filled"))
    if kind == "plain":
        return [lambda: data, lambda: saved_whole(data, lambda _: None), lambda: dull_saves(data, 3)][seed % 3]()
    if kind == "filled form":
        return fill(data, {"street": "12 Mill Road", "city": "Ghent"})
    if kind == "notes":
        def note(document):
            page = document[0]
            if seed % 3 == 0:
                page.add_highlight_annot(invoice.places["amount"])
            elif seed % 3 == 1:
                page.add_text_annot((500, 120), "Please check this.")
            else:
                page.add_freetext_annot(fitz.Rect(400, 300, 560, 330), "Approved, 12 May", fontsize=10, fill_color=(1, 1, 0.8))

        return in_later_save(data, note)
    if kind == "two signers":
        return sign(sign(data, "First", box=(60, 60, 220, 100)), "Second", box=(350, 60, 520, 100))
    if kind == "signed, then filled":
        return fill(sign(data, "First", box=(350, 60, 520, 110), certify=True), {"street": "12 Mill Road", "city": "Ghent"})
    if kind == "signed, then noted":
        return in_later_save(sign(data, "First"), lambda document: document[0].add_highlight_annot(invoice.places["date"]))
    if kind == "scan":
        return scan(invoice, has_words=seed % 4 != 0)
    if kind == "stamped":
        def stamp(document):
            for number, page in enumerate(document):
                if seed % 2 == 0:
                    page.draw_rect(fitz.Rect(50, page.rect.height - 52, 200, page.rect.height - 30), color=None, fill=(1, 1, 1))
                    page.insert_text((60, page.rect.height - 40), f"Page {number + 11} of 30", fontsize=11)
                else:
                    page.insert_text((400, 60), "RECEIVED 12 May 2024", fontsize=12, color=(0.7, 0, 0))

        return saved_whole(data, stamp)
    if kind == "encrypted":
        return fitz.open(stream=data).tobytes(encryption=fitz.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="")
    return word_document(invoice)[0]


CHANGED = ["later save", "saved whole", "annotation", "signed", "tracked DOCX", "scan"]
PRISTINE = ["plain", "filled form", "notes", "two signers", "signed, then filled", "signed, then noted", "scan", "stamped", "encrypted", "DOCX"]


def main(folder, count):
    folder.mkdir(parents=True, exist_ok=True)
    made = []

    def keep(kind, seed, is_changed, data, quotes):
        ending = "docx" if "DOCX" in kind else "pdf"
        name = f"{'changed' if is_changed else 'pristine'}-{kind.replace(', ', '-').replace(' ', '-').lower()}-{seed:02}.{ending}"
        (folder / name).write_bytes(data)
        made.append({"file": name, "kind": kind, "isChanged": is_changed, "quotes": quotes})

    for kind in CHANGED:
        for seed in range(count):
            data, quotes = changed(kind, seed)
            keep(kind, seed, True, data, quotes)
    for kind in PRISTINE:
        for seed in range(max(1, count * len(CHANGED) // len(PRISTINE))):
            keep(kind, seed, False, pristine(kind, seed), [])
    (folder / "documents.json").write_text(json.dumps(made, indent=1))


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv[1])
    SCRATCH = FOLDER / "scratch"
    SCRATCH.mkdir(parents=True, exist_ok=True)
    SIGNERS = [make_signer("Ada"), make_signer("Eve")]
    main(FOLDER, int(sys.argv[2]) if len(sys.argv) > 2 else 10)
